/** The built-in world's rows: a timetable of thirty days, customers with what they pay with, and their reservations. */
import type { DomainDatabase } from "../database.ts";
import { Ids } from "../ids.ts";
import { insertRows } from "../insert.ts";
import type { Random } from "../random.ts";
import { firstNames, homes, lastNames, streetKinds, streets } from "./catalogue/people.ts";
import { type Person, ReservationBook } from "./reservation-book.ts";
import * as tables from "./schema.ts";
import { Timetable } from "./timetable.ts";

type UserRow = typeof tables.users.$inferInsert;
type MethodRow = typeof tables.paymentMethods.$inferInsert;

const USERS = 560;

export function seed(db: DomainDatabase, random: Random): void {
  const timetable = new Timetable(random.fork("timetable"));
  insertRows(db, tables.flights, timetable.flightRows());
  insertRows(db, tables.flightDates, timetable.dateRows());
  const ids = new Ids(random.fork("ids"));
  const users = people(random.fork("users"));
  const book = new ReservationBook(random.fork("reservations"), ids, timetable);
  const methods: MethodRow[] = [];
  const saved: (typeof tables.savedPassengers.$inferInsert)[] = [];
  for (const user of users) {
    const own = random.fork(user.user_id);
    const wallet = fillWallet(own.fork("wallet"), user, ids);
    const company = companions(own.fork("company"), user);
    methods.push(...wallet);
    saved.push(...company.map((one, position) => ({ ...one, user_id: user.user_id, position })));
    book.fly(user, wallet, company);
  }
  insertRows(db, tables.users, users);
  insertRows(db, tables.paymentMethods, methods);
  insertRows(db, tables.savedPassengers, saved);
  insertRows(db, tables.reservations, book.reservations);
  insertRows(db, tables.reservationFlights, book.legs);
  insertRows(db, tables.passengers, book.passengers);
  insertRows(db, tables.payments, book.payments);
}

/** Customers whose user ids and emails are all their own. */
function people(random: Random): UserRow[] {
  const rows: UserRow[] = [];
  const taken = new Set<string>();
  while (rows.length < USERS) {
    const first_name = random.pick(firstNames);
    const last_name = random.pick(lastNames);
    const handle = `${first_name}_${last_name}`.toLowerCase();
    const user_id = `${handle}_${random.digits(4)}`;
    const email = `${handle.replace("_", random.pick([".", "_", ""]))}${random.int(2, 98)}@example.${random.pick(["com", "net", "org"])}`;
    if (taken.has(handle) || taken.has(email)) continue;
    taken.add(handle).add(email);
    const [city, state, zipPrefix] = random.pick(homes);
    rows.push({
      user_id,
      position: rows.length,
      first_name,
      last_name,
      address1: `${random.int(11, 989)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
      address2: random.chance(0.5) ? null : random.pick([`Apt ${random.int(1, 60)}`, `Suite ${random.int(100, 990)}`]),
      city,
      country: "USA",
      state,
      zip: zipPrefix + String(random.int(1, 99)).padStart(2, "0"),
      email,
      dob: birthday(random, 1946, 2003),
      membership: random.pick(["regular", "regular", "silver", "gold"]),
    });
  }
  return rows;
}

function birthday(random: Random, from: number, to: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${random.int(from, to)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}

/** Up to four people whom a customer books for: family of the same name, and others. */
function companions(random: Random, { first_name, last_name }: UserRow): Person[] {
  const count = random.pick([0, 1, 1, 2, 2, 3, 4]);
  const names = new Set([first_name]);
  return Array.from({ length: count }, () => {
    let name: string;
    do name = random.pick(firstNames);
    while (names.has(name));
    names.add(name);
    const family = random.chance(0.65);
    return {
      first_name: name,
      last_name: family ? last_name : random.pick(lastNames),
      dob: birthday(random, family ? 1950 : 1960, family ? 2016 : 2001),
    };
  });
}

/** Cards, gift cards and certificates that a customer can tell apart by kind, brand and last four digits. */
function fillWallet(random: Random, { user_id }: UserRow, ids: Ids): MethodRow[] {
  const endings = new Set<string>();
  const distinct = (make: () => { id: string; ending: string }) => {
    let made: ReturnType<typeof make>;
    do made = make();
    while (endings.has(made.ending));
    endings.add(made.ending);
    return made;
  };
  const card = (): MethodRow => {
    const { id, ending } = distinct(() => ({ id: ids.fresh("credit_card_", 7), ending: random.digits(4) }));
    const brand = random.pick(["visa", "mastercard", "amex", "discover"]);
    return { user_id, payment_method_id: id, position: 0, source: "credit_card", brand, last_four: ending };
  };
  const worth = (source: "gift_card" | "certificate", amount: number): MethodRow => {
    const { id } = distinct(() => {
      const fresh = ids.fresh(`${source}_`, 7);
      return { id: fresh, ending: fresh.slice(-4) };
    });
    return { user_id, payment_method_id: id, position: 0, source, amount };
  };
  const cards = Array.from({ length: random.pick([0, 1, 1, 1, 1, 2, 2, 2]) }, card);
  const gifts = Array.from({ length: random.pick(cards.length === 0 ? [1, 2, 2] : [0, 0, 1, 1, 1, 2, 2, 3]) }, () =>
    worth("gift_card", random.chance(0.2) ? random.int(700, 2400) : random.int(28, 640)),
  );
  const certificates = Array.from({ length: random.pick([0, 0, 1, 1, 1, 2, 2]) }, () =>
    worth("certificate", 25 * random.int(2, 16)),
  );
  return random.shuffle([...cards, ...gifts, ...certificates]).map((method, position) => ({ ...method, position }));
}
