/** Names and places that the built-in world's customers are drawn from. Cities carry their state and zip prefix. */
const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Adela Agnes Alfred Alina Ambrose Anouk Arjun Arlo Aurelio Bartholomew Basil Beatriz Bernadette Birgit Bruno Callum
  Carmela Cedric Celeste Chidi Clement Cordelia Cyrus Damaris Delia Dimitri Dorothea Eamon Edmund Eleni Elliot Emre
  Enid Ernesto Estelle Faisal Fergus Flora Frieda Gareth Genevieve Gustav Hector Helga Horatio Imani Imogen Ingo
  Iskander Jacinta Jarek Joanna Kasimir Katya Khalid Lavinia Leopold Lidia Lionel Lucasta Lysander Mabel Marek Marisol
  Meera Mercedes Mirela Mortimer Nestor Noelle Nuria Olga Omar Orla Osric Pascal Pearl Piotr Priya Ravi Rosamund Rufus
  Salma Sanjay Saoirse Serge Sigrid Sybil Tadeo Tatiana Tomas Ulrich Ursula Valentin Vikram Winifred Yannick Yusuf
  Zora`);

export const lastNames = words(`
  Abernathy Acosta Adeyemi Aguilar Albrecht Ashdown Baptiste Barbosa Bellamy Bjornstad Blanchard Boyle Braithwaite
  Burkhart Cabrera Carver Castile Cheng Chukwu Colbert Corrigan Crabtree Czerny Dalgaard Desai Devereux Dobbs Dragomir
  Dunleavy Ekstrom Ellery Engel Faulkner Fenwick Fitzroy Fonseca Fraser Gallardo Garrick Gessner Goldstein Gupta
  Hallam Hammond Hendricks Hoang Huxley Ivanov Jaramillo Joubert Kanter Kapoor Kessler Kilbride Konrad Kuroda Lachance
  Langley Leighton Lombardi Lundgren Macready Mancini Marlowe Mascarenhas Maxwell Medina Mercer Moretti Mulcahy Nagy
  Nightingale Nkosi Northcott Obermann Odell Okonkwo Orsini Papadakis Penrose Petersen Phelan Popescu Prakash Qureshi
  Quigley Radcliffe Raman Redgrave Rocha Rosales Rousseau Saavedra Salazar Santoro Seymour Shah Skelton Somerset
  Stavros Steiner Swanson Tanaka Tennant Thorne Trevino Tully Urbina Vaughn Venter Vidal Wadsworth Wagner Weiss
  Whitmore Wilder Yilmaz Zamora Zeller`);

export const streets = words(`
  Anchor Apple Arbor Ash Badger Barley Bellflower Bishop Brook Canal Carriage Cascade Castle Cherry Citadel Cobble
  Compass Cottage Crescent Dale Ember Falcon Ferry Flint Forge Garden Grove Hawk Heather Highland Hollow Iron Kestrel
  Lantern Lighthouse Market Mason Miller Moss Nettle Northgate Otter Park Pewter Pilot Plum Prairie Primrose Ropewalk
  Saddle Sawmill Schooner Silver Slate Southgate Summit Sunset Tanager Timber Tower Trellis Valley Vine Water Weir
  Windmill Yarrow`);

export const streetKinds = words("Alley Avenue Circle Court Drive Lane Parkway Road Street Trail");

/** City, state, first three digits of the zip codes. */
export const cities: readonly (readonly [city: string, state: string, zipPrefix: string])[] = [
  ["Anchorage", "AK", "995"],
  ["Asheville", "NC", "288"],
  ["Bangor", "ME", "044"],
  ["Baton Rouge", "LA", "708"],
  ["Billings", "MT", "591"],
  ["Burlington", "VT", "054"],
  ["Charleston", "SC", "294"],
  ["Cheyenne", "WY", "820"],
  ["Colorado Springs", "CO", "809"],
  ["Dayton", "OH", "454"],
  ["Duluth", "MN", "558"],
  ["El Paso", "TX", "799"],
  ["Fargo", "ND", "581"],
  ["Fort Wayne", "IN", "468"],
  ["Grand Rapids", "MI", "495"],
  ["Greensboro", "NC", "274"],
  ["Huntsville", "AL", "358"],
  ["Jacksonville", "FL", "322"],
  ["Kansas City", "MO", "641"],
  ["Knoxville", "TN", "379"],
  ["Lexington", "KY", "405"],
  ["Little Rock", "AR", "722"],
  ["Lubbock", "TX", "794"],
  ["Madison", "WI", "537"],
  ["Mobile", "AL", "366"],
  ["Oakland", "CA", "946"],
  ["Omaha", "NE", "681"],
  ["Pittsburgh", "PA", "152"],
  ["Providence", "RI", "029"],
  ["Reno", "NV", "895"],
  ["Richmond", "VA", "232"],
  ["Roanoke", "VA", "240"],
  ["Rochester", "NY", "146"],
  ["Salem", "OR", "973"],
  ["Savannah", "GA", "314"],
  ["Sioux Falls", "SD", "571"],
  ["Spokane", "WA", "992"],
  ["Tacoma", "WA", "984"],
  ["Toledo", "OH", "436"],
  ["Tucson", "AZ", "857"],
  ["Tulsa", "OK", "741"],
  ["Wichita", "KS", "672"],
];
