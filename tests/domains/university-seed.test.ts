/** The built-in university world: its size, its rules held by its own rows, what it offers for tasks, and that the seed decides it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createImage, type DomainDatabase, openDatabase } from "../../domains/database.ts";
import { Random } from "../../domains/random.ts";
import { creditsEarned, gradeAverage } from "../../domains/university/academics.ts";
import { courses, departments } from "../../domains/university/catalogue/courses.ts";
import { university } from "../../domains/university/index.ts";
import * as schema from "../../domains/university/schema.ts";
import { grades } from "../../domains/university/schema.ts";
import { seed } from "../../domains/university/seed.ts";

function imageOf(number: number): Buffer {
  return createImage(schema, (db) =>
    seed(db, new Random(`university ${university.version} seed ${number}`).fork("rows")),
  );
}

/** Views that the questions below are asked of: ranks of grades, the days of a week, seats with their course and section. */
const views = `
  with rank(grade, place) as (values ${grades.map((grade, at) => `('${grade}', ${at})`).join(", ")}),
  day(letter) as (values ('M'), ('T'), ('W'), ('R'), ('F')),
  level(name, place) as (values ${schema.levels.map((level, at) => `('${level}', ${at})`).join(", ")}),
  past as (select t.*, rank.place, substr(term, 1, 4) * 2 + (term like '%FA') as moment
    from transcript t join rank using (grade)),
  best as (select student_id, course_id, min(place) as place from past group by 1, 2),
  seat as (select e.student_id, e.mode, s.*, c.credits, c.level_minimum, c.repeatable from enrollments e
    join sections s using (section_id) join courses c using (course_id) where e.status = 'enrolled'),
  credit as (select * from seat where mode = 'credit'),
  load as (select student_id, term_id, sum(credits) as credits from credit group by 1, 2),
  line as (select w.*, s.course_id, c.level_minimum, c.repeatable from waitlist w
    join sections s using (section_id) join courses c using (course_id)),
  room as (select s.*,
    (select count(*) from enrollments e where e.section_id = s.section_id and e.status = 'enrolled') as taken,
    (select count(*) from waitlist w where w.section_id = s.section_id and w.status = 'offered') as held,
    (select count(*) from waitlist w where w.section_id = s.section_id and w.status = 'waiting') as waiting
    from sections s)`;

const overlap = (a: string, b: string) => `
  ${a}.term_id = ${b}.term_id and ${a}.start_time < ${b}.end_time and ${b}.start_time < ${a}.end_time
  and exists (select 1 from day where instr(${a}.days, letter) > 0 and instr(${b}.days, letter) > 0)`;

const unmet = (who: string) => `
  exists (select 1 from prerequisites p join rank on rank.grade = p.minimum_grade where p.course_id = ${who}.course_id
    and not exists (select 1 from best where best.student_id = ${who}.student_id
      and best.course_id = p.required_course_id and best.place <= rank.place))`;

const tooLow = (who: string) => `
  (select place from level where name = (select level from students where student_id = ${who}.student_id))
    < (select place from level where name = ${who}.level_minimum)`;

const settled = (who: string) => `
  not ${who}.repeatable and exists (select 1 from best where best.student_id = ${who}.student_id
    and best.course_id = ${who}.course_id and best.place <= (select place from rank where grade = 'C'))`;

const alone = (who: string) => `
  exists (select 1 from prerequisites p where p.course_id = ${who}.course_id and p.corequisite
    and not exists (select 1 from credit other where other.student_id = ${who}.student_id
      and other.course_id = p.required_course_id)
    and not exists (select 1 from best where best.student_id = ${who}.student_id
      and best.course_id = p.required_course_id and best.place < (select place from rank where grade = 'F')))`;

/** Questions to which no row may be the answer. */
const nobody: Readonly<Record<string, string>> = {
  "two seats at one time": `select a.student_id from seat a join seat b
    on a.student_id = b.student_id and a.section_id < b.section_id and ${overlap("a", "b")}`,
  "two seats in one course": "select student_id, course_id from seat group by 1, 2 having count(*) > 1",
  "a seat for credit without its prerequisites": `select * from credit where ${unmet("credit")}`,
  "a seat for credit below the level": `select * from credit where ${tooLow("credit")}`,
  "a course taken again for no reason": `select * from credit where ${settled("credit")}`,
  "half of a pair": `select * from credit where ${alone("credit")}`,
  "more credits than the limit": `select * from load join students using (student_id) where credits > case
    when standing <> 'good' then 12
    when exists (select 1 from overrides o where o.student_id = load.student_id and o.kind = 'credit_limit'
      and o.target = load.term_id and o.status = 'granted') then 21 else 18 end`,
  "a seat without consent": `select * from seat where consent_required and not exists (select 1 from overrides o
    where o.student_id = seat.student_id and o.kind = 'consent' and o.target = seat.section_id and o.status = 'granted')`,
  "a finished course without its prerequisites": `select now.* from past now join prerequisites p using (course_id)
    join rank on rank.grade = p.minimum_grade where not exists (select 1 from past before
      where before.student_id = now.student_id and before.course_id = p.required_course_id
      and before.moment < now.moment and before.place <= rank.place)`,
  "a section with more students than seats": "select * from room where taken + held > capacity",
  "someone waiting for an open seat": "select * from room where waiting > 0 and taken + held < capacity",
  "a line that is too long": "select * from room where waiting > waitlist_capacity",
  "someone waiting for what they may not take": `select * from line join students using (student_id)
    where ${unmet("line")} or ${tooLow("line")} or ${settled("line")} or ${alone("line")} or standing = 'suspended'`,
  "someone waiting for a seat that they have": "select * from waitlist join seat using (student_id, section_id)",
  "one room with two sections at one time": `select * from sections a join sections b
    on a.room = b.room and a.section_id < b.section_id and ${overlap("a", "b")}`,
  "one teacher with two sections at one time": `select * from sections a join sections b
    on a.instructor = b.instructor and a.section_id < b.section_id and ${overlap("a", "b")}`,
  "a financial hold without a bill that is past due": `select * from holds h where kind = 'financial'
    and status = 'active' and not exists (select 1 from charges c where c.student_id = h.student_id
    and not c.paid and c.due_on < '2025-01-15')`,
  "a bill past due without a financial hold": `select * from charges c where not paid and due_on < '2025-01-15'
    and not exists (select 1 from holds h where h.student_id = c.student_id and h.kind = 'financial' and h.status = 'active')`,
  "an advising hold without two meetings to choose from": `select * from holds h where kind = 'advising'
    and status = 'active' and 2 <> (select count(*) from advising_meetings m
    where m.student_id = h.student_id and m.status = 'proposed')`,
  "a confirmed meeting": "select * from advising_meetings where status = 'confirmed'",
  "a section left without a refund, or the other way round": `select student_id, section_id from enrollments
    where status <> 'enrolled' except select student_id, section_id from refunds union all
    select * from (select student_id, section_id from refunds except
      select student_id, section_id from enrollments where status <> 'enrolled')`,
  "a refund of another amount": `select * from refunds r join sections using (section_id) join courses using (course_id)
    join terms using (term_id) join students using (student_id) where round(100 * amount) <> r.percent * credits
    * case residency when 'resident' then resident_tuition else nonresident_tuition end`,
  "aid for less than full time": `select * from students s where aid and coalesce((select credits from load
    where load.student_id = s.student_id and term_id = '2025SP'), 0) < 12`,
  "a form to sign for a section that is full, needs no consent or is taken": `select * from overrides o
    left join room on room.section_id = o.target where o.status = 'requested' and (o.kind <> 'consent'
      or not consent_required or taken + held >= capacity
      or exists (select 1 from seat where seat.student_id = o.student_id and seat.section_id = o.target))`,
  "two students of one e-mail": "select lower(email) from students group by 1 having count(*) > 1",
  "two students of one name and birth": `select lower(first_name), lower(last_name), date_of_birth from students
    group by 1, 2, 3 having count(*) > 1`,
  "a student without a portal": `select student_id from students except select student_id from portal_accounts`,
  "a section whose id is not its course's": "select * from sections where section_id not like course_id || '-__'",
};

/** How much there is of what tasks are made of, at least. */
const material: Readonly<Record<string, readonly [least: number, query: string]>> = {
  "full sections": [50, "select 1 from room where taken >= capacity"],
  "full sections with a line": [30, "select 1 from room where waiting > 0"],
  "lines without room": [10, "select 1 from room where waiting > 0 and waiting = waitlist_capacity"],
  "offers to accept": [20, "select 1 from waitlist where status = 'offered'"],
  "offers that conflict with a seat": [
    5,
    `select distinct w.student_id from waitlist w join sections s using (section_id) join seat
      on seat.student_id = w.student_id and ${overlap("seat", "s")} where w.status = 'offered'`,
  ],
  "financial holds": [40, "select 1 from holds where kind = 'financial' and status = 'active'"],
  "advising holds": [40, "select 1 from holds where kind = 'advising' and status = 'active'"],
  "immunization holds": [15, "select 1 from holds where kind = 'immunization' and status = 'active'"],
  "conduct holds": [5, "select 1 from holds where kind = 'conduct' and status = 'active'"],
  "students with two holds": [5, "select 1 from holds where status = 'active' group by student_id having count(*) > 1"],
  "bills that keep nobody from anything": [30, "select 1 from charges where not paid and due_on > '2025-01-15'"],
  "students with a pair of corequisites": [
    100,
    `select distinct student_id from credit join prerequisites p using (course_id) where p.corequisite
      and exists (select 1 from credit other where other.student_id = credit.student_id
        and other.course_id = p.required_course_id)`,
  ],
  "students with aid who would fall below 12 credits": [
    80,
    `select distinct student_id from credit join students using (student_id) join load using (student_id, term_id)
      where aid and credit.term_id = '2025SP' and load.credits - credit.credits < 12`,
  ],
  "students on probation": [30, "select 1 from students where standing = 'probation'"],
  "students on probation near 12 credits": [
    15,
    "select 1 from load join students using (student_id) where standing = 'probation' and credits > 9 and term_id = '2025SP'",
  ],
  "suspended students": [5, "select 1 from students where standing = 'suspended'"],
  "students near 18 credits": [80, "select 1 from load where credits between 16 and 18"],
  "open sections that require consent": [25, "select 1 from room where consent_required and taken < capacity"],
  "forms to sign": [20, "select 1 from overrides where status = 'requested'"],
  "prerequisites passed with too low a grade": [
    500,
    `select best.student_id, p.course_id from best join prerequisites p on p.required_course_id = best.course_id
      join rank on rank.grade = p.minimum_grade where best.place > rank.place`,
  ],
  "courses that may be repeated": [200, "select 1 from best where place > (select place from rank where grade = 'C')"],
  "prerequisites that were only audited": [
    30,
    `select 1 from transcript t join prerequisites p on p.required_course_id = t.course_id where t.grade = 'AU'
      and not exists (select 1 from best where best.student_id = t.student_id and best.course_id = t.course_id)`,
  ],
  "students who audit": [30, "select 1 from seat where mode = 'audit' and term_id = '2025SP'"],
  "seats in courses that the own major requires": [
    400,
    `select 1 from credit join students using (student_id) join requirements r
      on r.course_id = credit.course_id and r.major = students.major`,
  ],
  "seats in the winter session": [40, "select 1 from seat where term_id = '2025WI'"],
  "sections without days": [10, "select 1 from sections where days = '' and term_id = '2025SP'"],
};

describe.each([0, 1])("the built-in university world of seed %i", (number) => {
  const image = imageOf(number);
  const db = openDatabase(image);
  const rows = (query: string) => db.all(sql.raw(`${views} ${query}`));

  it("is as large as promised, and small enough to be copied a thousand times", () => {
    const count = (from: string) => rows(`select * from ${from}`).length;
    expect(count("students")).toBe(500);
    expect(count("departments")).toBe(12);
    expect(count("courses")).toBe(120);
    expect(count("terms")).toBe(3);
    expect(count("sections where term_id = '2025SP'")).toBe(320);
    expect(image.length).toBeLessThan(1_000_000);
  });

  it.each(Object.entries(nobody))("has nobody and nothing with: %s", (_, query) => {
    expect(rows(query).slice(0, 3)).toEqual([]);
  });

  it.each(Object.entries(material))("has enough %s", (_, [least, query]) => {
    expect(rows(query).length).toBeGreaterThanOrEqual(least);
  });

  it("gives levels and standings that follow from the transcripts", () => {
    for (const { student_id, level, standing } of db.select().from(schema.students).all()) {
      const past = pastOf(db, student_id);
      const average = gradeAverage(past) ?? 4;
      if (level !== "graduate") expect(level).toBe(schema.levels[Math.min(3, Math.floor(creditsEarned(past) / 30))]);
      if (average >= 2) expect(standing).toBe("good");
      else expect(["probation", "suspended"]).toContain(standing);
    }
  });
});

function pastOf(db: DomainDatabase, student: string) {
  return db.all<Parameters<typeof gradeAverage>[0][number]>(
    sql`select * from transcript join courses using (course_id) where student_id = ${student}`,
  );
}

describe("the catalogue", () => {
  it("requires only what is taught, and nothing of itself", () => {
    for (const { id, after, pair } of courses.values()) {
      const seen = new Set<string>();
      const visit = (course: string) => {
        expect(courses.has(course), `${id} needs ${course}`).toBe(true);
        if (seen.has(course)) return;
        seen.add(course);
        for (const before of Object.keys(courses.get(course)?.after ?? {})) visit(before);
      };
      for (const before of Object.keys(after)) visit(before);
      expect(seen.has(id)).toBe(false);
      if (pair !== undefined) expect(courses.get(pair)?.pair).toBe(id);
    }
    for (const { requires } of departments) for (const id of requires) expect(courses.has(id)).toBe(true);
  });
});

describe("the seed", () => {
  it("fixes the world", () => {
    expect(imageOf(0).equals(imageOf(0))).toBe(true);
  });

  it("makes another world of another number", () => {
    const [ids, others] = [0, 1].map((number) => {
      const students = openDatabase(imageOf(number)).select().from(schema.students).all();
      return students.map(({ student_id }) => student_id);
    }) as [string[], string[]];
    expect(ids.filter((id) => others.includes(id)).length).toBeLessThan(10);
  });
});
