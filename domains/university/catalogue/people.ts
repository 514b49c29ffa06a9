/** Names and places of the built-in world's students and teachers. Cities carry their state and zip prefix. */
const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Aaliyah Abel Ada Ahmed Aiden Alejandra Alice Amir Ana Andre Anika Antonio April Arjun Aurora Ava Ayesha Bashir Bella
  Bilal Blake Brianna Bruno Caleb Carlos Carmen Celeste Chidi Chloe Cora Daisy Damian Daniela Dante Declan Diana Diego
  Dina Dmitri Eduardo Elena Eli Elise Emilia Enzo Eric Erin Esme Ethan Eva Fatima Fernando Finn Frida Gavin Gemma
  Grace Grant Hailey Hannah Hassan Heidi Henry Hiro Ian Imani Irene Iris Ismael Jada Jalen Jana Javier Joel Jonah Jude
  Julia Kai Kara Karim Kate Kenji Lana Leah Leo Lila Liv Lucas Lucia Lydia Maeve Marcus Maria Marta Max Maya Mei
  Micah Mina Mira Mohammed Monica Nathan Neha Nia Nico Nina Noah Noor Olive Omar Owen Paige Paul Pedro Priya Quinn
  Rachel Raj Reid Renata Rhys Rosa Ryan Sadie Sana Sasha Sean Selena Shira Sienna Stefan Tara Tess Tomas Tyra Victor
  Vikram Vivian Wen Yael Yasmin Yusuf Zara Zeke`);

export const lastNames = words(`
  Abdi Acosta Adeyemi Aguilar Ahn Alvarado Andersen Ansari Arnold Ashby Avila Baird Banerjee Barros Becker Bell Bishop
  Bloom Boyd Brandao Burke Byrne Cabrera Cardenas Carver Castillo Chandra Chau Cho Clarke Cohen Colon Conway Cooper
  Cortez Cruz Dalton Daniels Davila Deng Desai Diallo Dixon Duarte Duran Dutta Ellis Engel Erikson Fields Figueroa
  Fischer Fleming Flynn Forde Franco Fujita Garner Gibson Gomes Goodwin Gray Griffin Gupta Hahn Hale Hansen Harper Hayes
  Hoang Holt Huang Hughes Hussain Hwang Ibrahim Ito Jackson Jain Jarvis Jensen Joshi Kane Kapoor Kaur Khan Kim Klein
  Kovacs Kuhn Lam Larsen Lee Levin Lin Lopez Lowe Lynch Malone Marin Mason Mehta Mercado Meyer Miles Mishra Mohan Molina
  Moon Moran Morales Munoz Murray Nair Nash Nguyen Noble Nolan Nunez OBrien Okoye Olsen Ong Ortiz Owusu Park Patel Paz
  Peralta Perry Pierce Pinto Porter Pruitt Quinn Rahman Ramos Rao Reddy Reid Rivas Robles Rojas Rosen Rossi Rowe Ruiz
  Salazar Santos Schmidt Sethi Shah Sharma Shaw Silva Simmons Singh Soto Stone Sutton Swift Tan Tate Torres Tran Tucker
  Vance Varga Vega Vogel Wagner Walsh Wang Ward Webb Weiss West Whitaker Wolfe Wong Woods Wu Xu Yang Yilmaz Yoon Young
  Zamora Ziegler`);

export const streets = words(`
  Acorn Arbor Ashland Beech Bellevue Bishop Brook Cambridge Campus Catalpa Central Cherry Church College Crescent
  Division Dover Eastwood Essex Field Forest Franklin Garden Grove Harvard Highland Hill Jefferson King Lake Liberty
  Lincoln Locust Madison Main Market Monroe Orange Park Pearl Pleasant Prospect Queen School Spring State Summit Temple
  Union Valley Vine Warren Washington Water Willard Windsor`);

export const streetKinds = words("Avenue Street Road Lane Court Place Drive");

/** City, state, first three digits of the zip codes. */
export const cities: readonly (readonly [city: string, state: string, zipPrefix: string])[] = [
  ["Amherst", "MA", "010"],
  ["Asheville", "NC", "288"],
  ["Athens", "GA", "306"],
  ["Bellingham", "WA", "982"],
  ["Bloomington", "IN", "474"],
  ["Boulder", "CO", "803"],
  ["Burlington", "VT", "054"],
  ["Cedar Rapids", "IA", "524"],
  ["Champaign", "IL", "618"],
  ["Charleston", "SC", "294"],
  ["Charlottesville", "VA", "229"],
  ["Chattanooga", "TN", "374"],
  ["Columbia", "MO", "652"],
  ["Corvallis", "OR", "973"],
  ["Davis", "CA", "956"],
  ["Dayton", "OH", "454"],
  ["Denton", "TX", "762"],
  ["Duluth", "MN", "558"],
  ["Durham", "NC", "277"],
  ["Flagstaff", "AZ", "860"],
  ["Gainesville", "FL", "326"],
  ["Grand Rapids", "MI", "495"],
  ["Ithaca", "NY", "148"],
  ["Lawrence", "KS", "660"],
  ["Lincoln", "NE", "685"],
  ["Manhattan", "KS", "665"],
  ["Missoula", "MT", "598"],
  ["New Haven", "CT", "065"],
  ["Norman", "OK", "730"],
  ["Olympia", "WA", "985"],
  ["Princeton", "NJ", "085"],
  ["Provo", "UT", "846"],
  ["Reno", "NV", "895"],
  ["Roanoke", "VA", "240"],
  ["Santa Cruz", "CA", "950"],
  ["Syracuse", "NY", "132"],
  ["Tallahassee", "FL", "323"],
  ["Topeka", "KS", "666"],
  ["Waco", "TX", "767"],
  ["Worcester", "MA", "016"],
];
