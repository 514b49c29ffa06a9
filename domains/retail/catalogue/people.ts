/** Names and places that the built-in world's customers are drawn from. Cities carry their state and zip prefix. */
const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Abigail Adrian Aisha Alana Alvaro Amara Anders Anita Asher Astrid Beatrix Benedict Bianca Bodhi Brigid Calvin Camila
  Caspian Cecily Clara Colette Conrad Dahlia Darius Deepika Delphine Desmond Dominic Edith Elias Elodie Emeka Esther
  Ewan Farah Felix Fiona Florian Freya Gabriel Georgia Gideon Greta Hamza Hana Harriet Hugo Ines Ingrid Isaac Isla
  Ivo Jamal Jasmine Joaquin Jonas Josephine Judith Julian Kaito Kamala Keiko Kendrick Kiran Laila Lars Leona Levi
  Linnea Lorenzo Lucinda Magnus Malik Marcela Marguerite Mateo Matilda Maxine Milan Miriam Nadia Naomi Nikhil Nils
  Nora Octavia Odette Oscar Otis Pablo Paloma Percy Petra Philippa Quentin Rafael Ramona Rashid Regina Reuben Rhea
  Roland Rosalind Ruben Sabine Samir Selma Silas Simone Soren Stella Sunita Tamsin Tariq Thea Theo Tobias Uma Valeria
  Vera Viggo Violet Wanda Wesley Willa Xavier Yara Yolanda Zainab Zelda`);

export const lastNames = words(`
  Abbott Achebe Aldana Almeida Amundsen Archer Bakshi Barlow Beaumont Bergstrom Bianchi Blackwood Boateng Bouchard
  Brandt Calloway Campos Cardoso Castellan Chaudhry Cisneros Crane Dahlgren Danjuma Delacroix Desrosiers Dimitrov
  Dorsey Drummond Eastman Eklund Espinoza Falk Farrow Feld Ferreira Fontaine Galloway Gallagher Ghosh Granger Greer
  Guerrero Haddad Halvorsen Hargrove Hartmann Hassan Hawthorne Herrera Hidalgo Holloway Ibarra Inoue Iyer Jablonski
  Jansen Jimenez Kaplan Karimi Kavanagh Keller Kimura Kowalczyk Krishnan Laurent Leclair Lindqvist Lockwood Lozano
  Maddox Malhotra Marchetti Mbeki McAllister Mendoza Merritt Mizuno Montague Moreau Nakamura Navarro Nielsen Norwood
  Novak Obi Okafor Oliveira Ortega Osborne Pacheco Palmer Pellegrini Petrov Pham Pickett Prescott Quintero Ramsey
  Rasmussen Redmond Reyes Rinaldi Romano Rosenthal Rutherford Sandoval Sandhu Sato Schaefer Serrano Shapiro Sinclair
  Solberg Stanton Sterling Suzuki Takeda Tanner Thackeray Thornton Underwood Vandermeer Vasquez Villanueva Voss
  Wakefield Watanabe Weaver Whitlock Winslow Wozniak Yamada Yates Zambrano Zhang`);

export const streets = words(`
  Alder Amber Aspen Bayberry Beacon Birch Bluebell Bramble Briar Canyon Cedar Chestnut Clover Copper Coral Cypress
  Dogwood Elm Fairview Fern Foxglove Garnet Glen Granite Harbor Hawthorn Hazel Heron Hickory Holly Ivy Jasper Juniper
  Lakeview Larkspur Laurel Lilac Linden Magnolia Maple Marigold Meadow Mill Mulberry Myrtle Oak Orchard Pebble Pine
  Poplar Quarry Raven Ridge River Rosewood Sage Sandpiper Spruce Sumac Sycamore Thistle Walnut Willow Wren`);

export const streetKinds = words("Avenue Boulevard Court Drive Lane Place Road Street Terrace Way");

/** City, state, first three digits of the zip codes. */
export const cities: readonly (readonly [city: string, state: string, zipPrefix: string])[] = [
  ["Albany", "NY", "122"],
  ["Albuquerque", "NM", "871"],
  ["Ann Arbor", "MI", "481"],
  ["Atlanta", "GA", "303"],
  ["Austin", "TX", "787"],
  ["Baltimore", "MD", "212"],
  ["Birmingham", "AL", "352"],
  ["Boise", "ID", "837"],
  ["Boston", "MA", "021"],
  ["Buffalo", "NY", "142"],
  ["Charlotte", "NC", "282"],
  ["Chicago", "IL", "606"],
  ["Cincinnati", "OH", "452"],
  ["Cleveland", "OH", "441"],
  ["Columbus", "OH", "432"],
  ["Dallas", "TX", "752"],
  ["Denver", "CO", "802"],
  ["Des Moines", "IA", "503"],
  ["Detroit", "MI", "482"],
  ["Eugene", "OR", "974"],
  ["Fort Worth", "TX", "761"],
  ["Fresno", "CA", "937"],
  ["Hartford", "CT", "061"],
  ["Houston", "TX", "770"],
  ["Indianapolis", "IN", "462"],
  ["Jacksonville", "FL", "322"],
  ["Kansas City", "MO", "641"],
  ["Knoxville", "TN", "379"],
  ["Las Vegas", "NV", "891"],
  ["Lexington", "KY", "405"],
  ["Little Rock", "AR", "722"],
  ["Los Angeles", "CA", "900"],
  ["Louisville", "KY", "402"],
  ["Madison", "WI", "537"],
  ["Memphis", "TN", "381"],
  ["Miami", "FL", "331"],
  ["Milwaukee", "WI", "532"],
  ["Minneapolis", "MN", "554"],
  ["Nashville", "TN", "372"],
  ["New Orleans", "LA", "701"],
  ["Oakland", "CA", "946"],
  ["Oklahoma City", "OK", "731"],
  ["Omaha", "NE", "681"],
  ["Orlando", "FL", "328"],
  ["Philadelphia", "PA", "191"],
  ["Phoenix", "AZ", "850"],
  ["Pittsburgh", "PA", "152"],
  ["Portland", "OR", "972"],
  ["Providence", "RI", "029"],
  ["Raleigh", "NC", "276"],
  ["Richmond", "VA", "232"],
  ["Rochester", "NY", "146"],
  ["Sacramento", "CA", "958"],
  ["Salt Lake City", "UT", "841"],
  ["San Antonio", "TX", "782"],
  ["San Diego", "CA", "921"],
  ["Savannah", "GA", "314"],
  ["Seattle", "WA", "981"],
  ["Spokane", "WA", "992"],
  ["St. Louis", "MO", "631"],
  ["Tampa", "FL", "336"],
  ["Tucson", "AZ", "857"],
  ["Tulsa", "OK", "741"],
  ["Wichita", "KS", "672"],
];
