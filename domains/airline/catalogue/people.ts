/** Names and places that the built-in world's customers are drawn from. Cities carry their state and zip prefix. */
const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Adaeze Agnes Akira Aldo Alina Amelie Amos Anika Antonia Arjun Arlo Armand Asa Aurelia Axel Barbara Basil Bettina Boris
  Bruno Callum Carmen Casper Celeste Chidi Clement Cordelia Corinne Cyrus Damaris Dario Daphne Declan Dina Dorothea Duncan
  Edgar Eileen Elena Elsa Enzo Erika Ernest Estella Fabian Fatima Fergus Filip Flora Frances Gavin Gemma Gerard Gita
  Gloria Gunnar Hazel Hector Helena Henrik Hilda Idris Imani Irina Iris Jasmina Jerome Johanna Jorge Judit Kasper Kenji
  Kira Klaus Lara Leandro Leif Lidia Livia Luca Lucian Ludmila Maeve Malcolm Manuel Marta Maurice Meera Mercedes Mika
  Mirela Monica Natasha Neville Nina Noel Noor Olga Olivia Omar Orla Otto Patrick Pearl Phoebe Pilar Priya Ravi Renata
  Rocco Roderick Rosa Rowan Salma Sander Sandra Sergei Shirin Sigrid Silvia Sofia Stefan Sven Tamara Tatiana Tess Theresa
  Timur Tomas Ulrich Ursula Vanessa Victor Vincent Walter Winifred Yannick Yusuf Yvette Zora`);

export const lastNames = words(`
  Abara Ackerman Adeyemi Albrecht Alvarado Andrade Ansari Aquino Arslan Ashworth Atwater Baptiste Barrera Bauer Bellamy
  Benitez Bhatt Birch Blum Borges Bosworth Braga Bright Brody Burgess Caldwell Cannon Carrillo Castro Chandra Choi
  Colbert Conti Corrigan Cruz Dalton Darby Deluca Dhillon Diaz Doyle Duarte Dunn Edmonds Egan Elliot Engel Esposito Fanning
  Farouk Fischer Fleming Forsyth Franco Frost Gallo Garvey Gentile Gibbs Gomes Grady Guzman Hale Hamid Hanley Hansson
  Heller Higgins Hoang Holt Horvath Hughes Ingram Ismail Ivanov Jacobs Jarvis Joshi Kane Kapoor Kemp Kent Khoury Klein
  Kovacs Kumar Lam Landry Larkin Leone Lindgren Lopez Lund Lynch Macias Madsen Maier Mancini Marsh Medina Mehta Mercer
  Meyer Molina Moran Moss Munoz Mwangi Nash Nguyen Nolan Nunez Odell Okoro Olsen Orsini Otieno Paredes Parish Peralta
  Pereira Pike Pollard Popescu Quigley Quinn Rao Reid Riordan Rivas Robles Rossi Rowe Russo Saito Salazar Sandberg Schmidt
  Seidel Shah Shaw Sheridan Silva Singh Soto Stein Stratton Sullivan Swift Tan Tavares Teller Tran Tucker Ueda Ulloa
  Valdez Varga Vaughn Vega Vogel Wagner Walsh Weber Weiss Whelan Wolfe Yilmaz Yoon Zeller Zimmer`);

export const streets = words(`
  Acorn Arbor Ash Bay Beech Bellflower Bishop Bridge Buttercup Camellia Carriage Castle Church College Cottage Creek Crescent
  Daisy Eagle Falcon Ferry Field Forest Fountain Gable Garden Grove Hamilton Harvest Heather Hillside Horizon Iris Island
  Jefferson Kestrel Kingfisher Lantern Lark Lighthouse Lincoln Madison Market Mason Mercer Monroe Nightingale North Olive
  Orchid Park Parkside Pheasant Plum Prairie Prospect Quail Robin Saddle School Shore South Spring Station Summit Swan
  Tulip Union Valley Vine Violet Washington Water West Wildflower Woodland`);

export const streetKinds = words("Avenue Boulevard Circle Court Drive Lane Place Road Street Terrace Trail Way");

/** City, state, first three digits of the zip codes. */
export const homes: readonly (readonly [city: string, state: string, zipPrefix: string])[] = [
  ["Akron", "OH", "443"],
  ["Arlington", "VA", "222"],
  ["Athens", "GA", "306"],
  ["Atlanta", "GA", "303"],
  ["Aurora", "CO", "800"],
  ["Bellevue", "WA", "980"],
  ["Boston", "MA", "021"],
  ["Boulder", "CO", "803"],
  ["Brooklyn", "NY", "112"],
  ["Camden", "NJ", "081"],
  ["Cambridge", "MA", "021"],
  ["Chandler", "AZ", "852"],
  ["Charlotte", "NC", "282"],
  ["Chicago", "IL", "606"],
  ["Concord", "NC", "280"],
  ["Dallas", "TX", "752"],
  ["Dearborn", "MI", "481"],
  ["Denver", "CO", "802"],
  ["Detroit", "MI", "482"],
  ["Durham", "NC", "277"],
  ["Evanston", "IL", "602"],
  ["Everett", "WA", "982"],
  ["Fort Lauderdale", "FL", "333"],
  ["Galveston", "TX", "775"],
  ["Henderson", "NV", "890"],
  ["Hoboken", "NJ", "070"],
  ["Houston", "TX", "770"],
  ["Irving", "TX", "750"],
  ["Kissimmee", "FL", "347"],
  ["Lansing", "MI", "489"],
  ["Las Vegas", "NV", "891"],
  ["Long Beach", "CA", "908"],
  ["Los Angeles", "CA", "900"],
  ["Lowell", "MA", "018"],
  ["Marietta", "GA", "300"],
  ["Mesa", "AZ", "852"],
  ["Miami", "FL", "331"],
  ["Minneapolis", "MN", "554"],
  ["Naperville", "IL", "605"],
  ["New Haven", "CT", "065"],
  ["New York", "NY", "100"],
  ["Newark", "NJ", "071"],
  ["Oakland", "CA", "946"],
  ["Orlando", "FL", "328"],
  ["Pasadena", "CA", "911"],
  ["Philadelphia", "PA", "191"],
  ["Phoenix", "AZ", "850"],
  ["Plano", "TX", "750"],
  ["Queens", "NY", "114"],
  ["Rochester", "MN", "559"],
  ["Rockford", "IL", "611"],
  ["San Francisco", "CA", "941"],
  ["San Jose", "CA", "951"],
  ["Seattle", "WA", "981"],
  ["Springfield", "MA", "011"],
  ["St. Paul", "MN", "551"],
  ["Stamford", "CT", "069"],
  ["Tacoma", "WA", "984"],
  ["Tempe", "AZ", "852"],
  ["Trenton", "NJ", "086"],
  ["Wilmington", "DE", "198"],
  ["Yonkers", "NY", "107"],
];
