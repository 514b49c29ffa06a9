/** The built-in airline world: its size, its flights against the clock, its money, and that the seed alone decides it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { freeBags } from "../../domains/airline/allowance.ts";
import { now } from "../../domains/airline/calendar.ts";
import { airline } from "../../domains/airline/index.ts";
import * as schema from "../../domains/airline/schema.ts";
import { cabins, memberships } from "../../domains/airline/schema.ts";
import { seed } from "../../domains/airline/seed.ts";
import { createImage, openDatabase } from "../../domains/database.ts";
import { Random } from "../../domains/random.ts";
import { builtinWorld } from "../../domains/world.ts";

function imageOf(number: number): Buffer {
  return createImage(schema, (db) => seed(db, new Random(`airline 1 seed ${number}`).fork("rows")));
}

const allowance = memberships.flatMap((membership) =>
  cabins.map((cabin) => `('${membership}', '${cabin}', ${freeBags(membership, cabin)})`),
);

/** Views that the questions below are asked of: times as minutes, legs with what they fly, reservations with their sums. */
const views = `
  with clock(now) as (values ('${now.slice(0, 19)}')),
  allowance(membership, cabin, bags) as (values ${allowance.join(", ")}),
  flown as (select d.*, f.origin, f.destination,
    d.date || 'T' || f.scheduled_departure_time_est as leaves,
    strftime('%Y-%m-%dT%H:%M:%S', d.date || ' ' || substr(f.scheduled_arrival_time_est, 1, 8),
      case when f.scheduled_arrival_time_est like '%+1' then '+1 day' else '+0 days' end) as lands
    from flight_dates d join flights f using (flight_number)),
  leg as (select l.reservation_id, l.position, l.price, l.origin as named_origin, l.destination as named_destination,
    flown.*, r.cabin, r.user_id, r.created_at, r.status as ended,
    case r.cabin when 'basic_economy' then basic_economy_price when 'economy' then economy_price
      else business_price end as present_price,
    r.origin as begins, r.destination as turns, r.flight_type
    from reservation_flights l join reservations r using (reservation_id)
    join flown on flown.flight_number = l.flight_number and flown.date = l.date),
  party as (select reservation_id, count(*) as people from passengers group by 1),
  total as (select r.reservation_id, r.user_id, r.status, r.cabin, r.total_baggages, r.nonfree_baggages, people, membership,
    (select sum(price) from reservation_flights l where l.reservation_id = r.reservation_id) * people
      + 50 * nonfree_baggages + case insurance when 'yes' then 30 * people else 0 end as due
    from reservations r join party using (reservation_id) join users using (user_id)),
  paid as (select reservation_id, sum(amount) as net, sum(max(amount, 0)) as paid, sum(min(amount, 0)) as returned,
    sum(case when payment_id like 'certificate%' then amount else 0 end) as lost from payments group by 1)`;

/** What must not be, and a query that finds it. */
const wrongs: Readonly<Record<string, string>> = {
  "a seat count below 0, or a price that is not above the next cheaper cabin's": `
    select * from flight_dates where status = 'available' and (min(basic_economy_seats, economy_seats, business_seats) < 0
      or not (0 < basic_economy_price and basic_economy_price < economy_price and economy_price < business_price))`,
  "a flight that can be booked though it has left, or is called off": `
    select * from flown, clock where status = 'available' and leaves <= now`,
  "a flight that is said to have landed, and has not": `
    select * from flown, clock where status = 'landed' and (arrival > now or departure > arrival)`,
  "a flight that is said to be in the air, and is not": `
    select * from flown, clock where status = 'flying' and not (departure <= now and now <= arrival)`,
  "a flight that is said to be about to leave, and is not": `
    select * from flown, clock where status in ('on time', 'delayed') and not (now < departure and departure < arrival)`,
  "a flight that is on time and late": `
    select * from flown where status = 'on time' and departure <> leaves`,
  "a flight that is delayed by less than a quarter of an hour": `
    select * from flown where status = 'delayed' and julianday(departure) - julianday(leaves) < 0.0104`,
  "a flight of the past that nothing became of": `
    select * from flown, clock where lands < now and status = 'available'`,
  "a flight that arrives before it leaves, or stays up for more than seven hours": `
    select * from flown where (julianday(lands) - julianday(leaves)) * 24 not between 0.5 and 7`,
  "a flight from an airport to itself": `select * from flights where origin = destination`,
  "a leg that its flight does not fly": `
    select * from leg where named_origin <> origin or named_destination <> destination`,
  "a leg that does not begin where the one before ended": `
    select * from leg a join leg b on b.reservation_id = a.reservation_id and b.position = a.position + 1
      where a.destination <> b.origin`,
  "a leg that leaves before the one before has landed for half an hour": `
    select * from leg a join leg b on b.reservation_id = a.reservation_id and b.position = a.position + 1
      where (julianday(b.leaves) - julianday(a.lands)) * 24 < 0.5`,
  "a leg that is flown after one that was not": `
    select * from leg a join leg b on b.reservation_id = a.reservation_id and b.position > a.position
      where a.status in ('available', 'delayed', 'on time') and b.status in ('flying', 'landed')`,
  "a reservation that does not begin at its origin": `select * from leg where position = 0 and origin <> begins`,
  "a reservation that does not reach its destination, or does not come back from it": `
    select * from reservations r where not exists
      (select 1 from leg where leg.reservation_id = r.reservation_id and leg.destination = turns) or exists
      (select 1 from leg where leg.reservation_id = r.reservation_id and position = (select max(position) from
        reservation_flights l where l.reservation_id = r.reservation_id)
        and destination <> case flight_type when 'round_trip' then begins else turns end)`,
  "a price that is not the flight's": `select * from leg where status = 'available' and price <> present_price`,
  "a price of nothing": `select * from reservation_flights where price <= 0`,
  "payments that do not add up": `
    select * from total join paid using (reservation_id) where status is null and (net <> due or returned <> 0)`,
  "a cancelled reservation that was not paid, or not refunded but for certificates": `
    select * from total join paid using (reservation_id) where status = 'cancelled' and (paid <> due or -returned <> paid - lost)`,
  "a payment by somebody else's method": `
    select * from payments p join reservations r using (reservation_id) left join payment_methods m
      on m.user_id = r.user_id and m.payment_method_id = p.payment_id
      where m.payment_method_id is null and p.payment_id not like 'certificate%'`,
  "a certificate that has paid and is still there": `
    select * from payments p join payment_methods m on m.payment_method_id = p.payment_id and m.source = 'certificate'`,
  "bags that are paid for though free, or the other way round": `
    select * from total join allowance using (membership, cabin)
      where nonfree_baggages <> max(0, total_baggages - bags * people)`,
  "a party of none, or of more than five": `select * from party where people not between 1 and 5`,
  "a reservation that was made after the clock, or after it began": `
    select * from leg, clock where created_at >= now or created_at >= leaves`,
  "a customer with nothing but certificates": `
    select * from users u where not exists (select 1 from payment_methods m
      where m.user_id = u.user_id and source <> 'certificate')`,
  "two methods of a customer that can't be told apart": `
    select user_id, coalesce(last_four, substr(payment_method_id, -4)) as ending from payment_methods
      group by 1, 2 having count(*) > 1`,
  "an amount that is not in whole dollars": `
    select * from payment_methods where amount <> round(amount) or amount <= 0`,
  "two customers of one email or name": `
    select lower(email) from users group by 1 having count(*) > 1
      union all select first_name || ' ' || last_name from users group by 1 having count(*) > 1`,
};

/** What there must be, and how many of it at the least. */
const shares: Readonly<Record<string, readonly [least: number, query: string]>> = {
  customers: [500, "select * from users"],
  flights: [300, "select * from flights"],
  "days of a flight": [30, "select distinct date from flight_dates"],
  reservations: [2000, "select * from reservations"],
  airports: [20, "select distinct origin from flights intersect select distinct destination from flights"],
  "statuses of flights": [6, "select distinct status from flight_dates"],
  "memberships and cabins": [9, "select distinct membership, cabin from reservations join users using (user_id)"],
  "kinds of payment": [3, "select distinct source from payment_methods"],
  "trips with a stop": [400, "select * from leg where destination not in (turns, begins)"],
  "round trips": [700, "select * from reservations where flight_type = 'round_trip'"],
  "trips that have begun and are not over": [
    80,
    `select distinct a.reservation_id from leg a join leg b using (reservation_id)
      where a.status in ('landed', 'flying') and b.status = 'available' and a.ended is null`,
  ],
  "flights called off ahead": [
    120,
    "select distinct reservation_id from leg where status = 'cancelled' and date >= '2026-05-15'",
  ],
  "delayed flights that were booked": [100, "select distinct reservation_id from leg where status = 'delayed'"],
  "bookings of the last day": [
    60,
    "select * from reservations, clock where created_at > strftime('%Y-%m-%dT%H:%M:%S', now, '-1 day')",
  ],
  "cancelled reservations": [60, "select * from reservations where status = 'cancelled'"],
  "insured reservations": [500, "select * from reservations where insurance = 'yes'"],
  "flights without a seat in economy": [400, "select * from flight_dates where economy_seats = 0"],
};

describe.each([0, 1])("the built-in airline world of seed %i", (number) => {
  const db = openDatabase(imageOf(number));
  const ask = (query: string) => db.all(sql.raw(`${views} ${query}`));

  it.each(Object.entries(wrongs))("has not %s", (_, query) => {
    expect(ask(query).slice(0, 3)).toEqual([]);
  });

  it.each(Object.entries(shares))("has enough %s", (_, [least, query]) => {
    expect(ask(query).length).toBeGreaterThanOrEqual(least);
  });

  it("has a typo here and there, of one letter or figure in one field, and else the names of the profile", () => {
    const strangers = ask(`
      select p.* from passengers p join reservations r using (reservation_id) where not exists (
        select 1 from (select user_id, first_name, last_name, dob from users
          union all select user_id, first_name, last_name, dob from saved_passengers) k
        where k.user_id = r.user_id and k.first_name = p.first_name and k.last_name = p.last_name and k.dob = p.dob)`);
    const near = ask(`
      select distinct p.reservation_id, p.position from passengers p join reservations r using (reservation_id) join (
        select user_id, first_name, last_name, dob from users
          union all select user_id, first_name, last_name, dob from saved_passengers) k
        on k.user_id = r.user_id and (k.first_name = p.first_name) + (k.last_name = p.last_name) + (k.dob = p.dob) = 2`);
    expect(strangers.length).toBeGreaterThan(150);
    expect(near.length).toBeGreaterThanOrEqual(strangers.length);
  });

  it("is small enough to be copied a thousand times", () => {
    expect(imageOf(number).length).toBeLessThan(2_000_000);
  });
});

describe("the seed", () => {
  it("fixes the world", () => {
    expect(imageOf(0).equals(imageOf(0))).toBe(true);
  });

  it("makes another world of another number", () => {
    const [users, others] = [0, 1].map((number) => openDatabase(imageOf(number)).select().from(schema.users).all());
    const ids = new Set(users?.map(({ user_id }) => user_id));
    expect(others?.filter(({ user_id }) => ids.has(user_id)).length).toBeLessThan(10);
  });
});

describe("the domain policy", () => {
  const domainPolicy = builtinWorld(airline, 0).domainPolicy();

  it("tells the clock", () => {
    const words = new Intl.DateTimeFormat("en-US", {
      ...{ weekday: "long", month: "long", day: "numeric", year: "numeric", timeZone: "America/New_York" },
    }).format(new Date(airline.now));
    expect(domainPolicy).toContain(`${words}, 3:00 pm`);
    expect(airline.now.slice(11, 16)).toBe("15:00");
  });

  it("has the allowance that the world keeps", () => {
    for (const membership of memberships) {
      const row = domainPolicy.split("\n").find((line) => line.startsWith(`| \`${membership}\``));
      const cells = row?.split("|").slice(2, 5).map(Number);
      expect(cells, membership).toEqual(cabins.map((cabin) => freeBags(membership, cabin)));
    }
  });
});
