/** What the university teaches: twelve departments of ten courses, and what each major requires. */
import type { Grade, Level } from "../schema.ts";

export interface CatalogueCourse {
  readonly id: string;
  readonly title: string;
  readonly credits: number;
  readonly level: Level;
  /** Prerequisites and their minimum grades. */
  readonly after: Readonly<Record<string, Grade>>;
  /** The other half of a pair that is taken together. */
  readonly pair?: string;
  readonly repeatable: boolean;
  /** All its sections require consent. */
  readonly consent: boolean;
}

export interface Department {
  readonly id: string;
  readonly name: string;
  readonly building: string;
  readonly courses: readonly CatalogueCourse[];
  /** Courses that the department's major requires. */
  readonly requires: readonly string[];
}

type Extra = Partial<Pick<CatalogueCourse, "level" | "pair" | "repeatable" | "consent">>;

function course(
  id: string,
  title: string,
  credits: number,
  after: CatalogueCourse["after"] = {},
  extra: Extra = {},
): CatalogueCourse {
  return { id, title, credits, after, level: "freshman", repeatable: false, consent: false, ...extra };
}

const sophomore: Extra = { level: "sophomore" };
const junior: Extra = { level: "junior" };
const senior: Extra = { level: "senior" };
const graduate: Extra = { level: "graduate" };
/** Taken with the instructor's consent, as often as one likes. */
const practice: Extra = { level: "senior", repeatable: true, consent: true };

export const departments: readonly Department[] = [
  {
    id: "BIOL",
    name: "Biology",
    building: "Mendel Hall",
    courses: [
      course("BIOL101", "Principles of Biology", 3, {}, { pair: "BIOL101L" }),
      course("BIOL101L", "Principles of Biology Lab", 1, {}, { pair: "BIOL101" }),
      course("BIOL150", "Human Nutrition", 3),
      course("BIOL210", "Genetics", 3, { BIOL101: "C" }, { pair: "BIOL210L" }),
      course("BIOL210L", "Genetics Lab", 1, { BIOL101: "C" }, { pair: "BIOL210" }),
      course("BIOL220", "Ecology", 3, { BIOL101: "C-" }),
      course("BIOL310", "Cell Biology", 3, { BIOL210: "C", CHEM102: "C" }, junior),
      course("BIOL330", "Microbiology", 4, { BIOL210: "C+" }, junior),
      course("BIOL450", "Field Studies", 3, { BIOL220: "C+" }, practice),
      course("BIOL510", "Molecular Evolution", 3, { BIOL310: "B" }, graduate),
    ],
    requires: ["BIOL101", "BIOL101L", "BIOL210", "BIOL210L", "BIOL220", "BIOL310", "CHEM101", "CHEM102"],
  },
  {
    id: "CHEM",
    name: "Chemistry",
    building: "Lavoisier Hall",
    courses: [
      course("CHEM101", "General Chemistry I", 3, {}, { pair: "CHEM101L" }),
      course("CHEM101L", "General Chemistry Lab", 1, {}, { pair: "CHEM101" }),
      course("CHEM102", "General Chemistry II", 3, { CHEM101: "C" }),
      course("CHEM211", "Organic Chemistry I", 3, { CHEM102: "C" }, { ...sophomore, pair: "CHEM211L" }),
      course("CHEM211L", "Organic Chemistry Lab", 1, { CHEM102: "C" }, { ...sophomore, pair: "CHEM211" }),
      course("CHEM212", "Organic Chemistry II", 3, { CHEM211: "C" }, sophomore),
      course("CHEM310", "Physical Chemistry", 3, { CHEM102: "C", MATH121: "C" }, junior),
      course("CHEM320", "Biochemistry", 3, { CHEM212: "C+" }, junior),
      course("CHEM450", "Laboratory Research", 2, { CHEM310: "B-" }, practice),
      course("CHEM540", "Chemical Kinetics", 3, { CHEM310: "B" }, graduate),
    ],
    requires: ["CHEM101", "CHEM101L", "CHEM102", "CHEM211", "CHEM211L", "CHEM212", "CHEM310", "MATH120", "MATH121"],
  },
  {
    id: "CS",
    name: "Computer Science",
    building: "Lovelace Hall",
    courses: [
      course("CS101", "Introduction to Programming", 4),
      course("CS110", "Computing and Society", 3),
      course("CS201", "Data Structures", 4, { CS101: "C" }),
      course("CS210", "Computer Organization", 3, { CS101: "C" }, { pair: "CS210L" }),
      course("CS210L", "Computer Organization Lab", 1, { CS101: "C" }, { pair: "CS210" }),
      course("CS301", "Design of Algorithms", 3, { CS201: "C", MATH210: "C-" }, sophomore),
      course("CS320", "Operating Systems", 4, { CS201: "C", CS210: "C" }, junior),
      course("CS340", "Database Systems", 3, { CS201: "C+" }, junior),
      course("CS430", "Machine Learning", 3, { CS301: "C+", STAT210: "C" }, senior),
      course("CS490", "Special Topics in Computing", 3, { CS301: "C" }, practice),
    ],
    requires: ["CS101", "CS201", "CS210", "CS210L", "CS301", "CS320", "CS340", "MATH120", "MATH210"],
  },
  {
    id: "ECON",
    name: "Economics",
    building: "Keynes House",
    courses: [
      course("ECON101", "Principles of Microeconomics", 3),
      course("ECON102", "Principles of Macroeconomics", 3),
      course("ECON210", "Intermediate Microeconomics", 3, { ECON101: "C", MATH101: "C" }),
      course("ECON220", "Intermediate Macroeconomics", 3, { ECON102: "C" }),
      course("ECON310", "Econometrics", 4, { ECON210: "C", STAT110: "C" }, junior),
      course("ECON320", "Labor Economics", 3, { ECON210: "C-" }, junior),
      course("ECON330", "Public Finance", 3, { ECON220: "C" }, junior),
      course("ECON340", "International Trade", 3, { ECON210: "C", ECON220: "C" }, junior),
      course("ECON450", "Seminar in Policy Analysis", 3, { ECON310: "C+" }, practice),
      course("ECON510", "Advanced Econometrics", 3, { ECON310: "B" }, graduate),
    ],
    requires: ["ECON101", "ECON102", "ECON210", "ECON220", "ECON310", "MATH101", "STAT110"],
  },
  {
    id: "ENGL",
    name: "English",
    building: "Woolf Hall",
    courses: [
      course("ENGL101", "Academic Writing I", 3),
      course("ENGL102", "Academic Writing II", 3, { ENGL101: "C" }),
      course("ENGL210", "British Literature", 3, { ENGL101: "C-" }),
      course("ENGL220", "American Literature", 3, { ENGL101: "C-" }),
      course("ENGL230", "Creative Writing", 3, { ENGL102: "C" }, { repeatable: true }),
      course("ENGL310", "Shakespeare", 3, { ENGL210: "C" }, junior),
      course("ENGL320", "The Modern Novel", 3, { ENGL102: "C" }, junior),
      course("ENGL330", "Literary Theory", 3, { ENGL220: "C+" }, junior),
      course("ENGL450", "Writers' Workshop", 3, { ENGL230: "B" }, practice),
      course("ENGL510", "Textual Criticism", 3, { ENGL330: "B" }, graduate),
    ],
    requires: ["ENGL101", "ENGL102", "ENGL210", "ENGL220", "ENGL310", "ENGL330"],
  },
  {
    id: "HIST",
    name: "History",
    building: "Herodotus House",
    courses: [
      course("HIST101", "World History to 1500", 3),
      course("HIST102", "World History since 1500", 3),
      course("HIST210", "Modern Europe", 3, { HIST102: "C-" }),
      course("HIST220", "The United States since 1865", 3),
      course("HIST230", "East Asia", 3, { HIST101: "C-" }),
      course("HIST310", "Historical Methods", 3, { HIST102: "C", ENGL102: "C" }, junior),
      course("HIST320", "History of Science", 3, { HIST210: "C" }, junior),
      course("HIST330", "The Industrial City", 3, { HIST220: "C" }, junior),
      course("HIST450", "Honors Thesis", 3, { HIST310: "B-" }, practice),
      course("HIST510", "Archives and Sources", 3, { HIST310: "B" }, graduate),
    ],
    requires: ["HIST101", "HIST102", "HIST210", "HIST220", "HIST310", "ENGL101"],
  },
  {
    id: "MATH",
    name: "Mathematics",
    building: "Noether Hall",
    courses: [
      course("MATH101", "College Algebra", 3),
      course("MATH120", "Calculus I", 4, { MATH101: "C" }),
      course("MATH121", "Calculus II", 4, { MATH120: "C" }),
      course("MATH210", "Discrete Mathematics", 3, { MATH101: "C" }),
      course("MATH220", "Linear Algebra", 3, { MATH120: "C" }),
      course("MATH230", "Calculus III", 4, { MATH121: "C" }),
      course("MATH310", "Abstract Algebra", 3, { MATH210: "C", MATH220: "C" }, junior),
      course("MATH320", "Real Analysis", 3, { MATH230: "B-" }, junior),
      course("MATH410", "Topics in Mathematics", 3, { MATH220: "C+" }, practice),
      course("MATH510", "Measure Theory", 3, { MATH320: "B" }, graduate),
    ],
    requires: ["MATH101", "MATH120", "MATH121", "MATH210", "MATH220", "MATH230", "MATH310"],
  },
  {
    id: "MUSI",
    name: "Music",
    building: "Schumann Hall",
    courses: [
      course("MUSI101", "The Art of Listening", 3),
      course("MUSI110", "Music Theory I", 3, {}, { pair: "MUSI110L" }),
      course("MUSI110L", "Ear Training", 1, {}, { pair: "MUSI110" }),
      course("MUSI120", "Music Theory II", 3, { MUSI110: "C" }),
      course("MUSI150", "University Choir", 1, {}, { repeatable: true }),
      course("MUSI160", "Chamber Orchestra", 2, {}, { repeatable: true, consent: true }),
      course("MUSI210", "Music since 1750", 3, { MUSI101: "C-" }),
      course("MUSI310", "Composition", 3, { MUSI120: "B-" }, junior),
      course("MUSI320", "Conducting", 3, { MUSI120: "C" }, junior),
      course("MUSI450", "Recital", 2, { MUSI120: "C+" }, practice),
    ],
    requires: ["MUSI101", "MUSI110", "MUSI110L", "MUSI120", "MUSI210", "MUSI320"],
  },
  {
    id: "PHIL",
    name: "Philosophy",
    building: "Hypatia House",
    courses: [
      course("PHIL101", "Introduction to Philosophy", 3),
      course("PHIL110", "Logic and Argument", 3),
      course("PHIL210", "Ethics", 3, { PHIL101: "C-" }),
      course("PHIL220", "Ancient Philosophy", 3, { PHIL101: "C-" }),
      course("PHIL230", "Early Modern Philosophy", 3, { PHIL101: "C" }),
      course("PHIL310", "Philosophy of Mind", 3, { PHIL230: "C" }, junior),
      course("PHIL320", "Philosophy of Science", 3, { PHIL110: "C" }, junior),
      course("PHIL330", "Political Philosophy", 3, { PHIL210: "C+" }, junior),
      course("PHIL450", "Senior Seminar in Philosophy", 3, { PHIL230: "B-" }, practice),
      course("PHIL510", "Modal Logic", 3, { PHIL110: "B" }, graduate),
    ],
    requires: ["PHIL101", "PHIL110", "PHIL210", "PHIL220", "PHIL230", "PHIL310"],
  },
  {
    id: "PHYS",
    name: "Physics",
    building: "Meitner Hall",
    courses: [
      course("PHYS101", "Mechanics", 3, { MATH101: "C" }, { pair: "PHYS101L" }),
      course("PHYS101L", "Mechanics Lab", 1, { MATH101: "C" }, { pair: "PHYS101" }),
      course("PHYS102", "Electricity and Magnetism", 3, { PHYS101: "C" }, { pair: "PHYS102L" }),
      course("PHYS102L", "Electricity and Magnetism Lab", 1, { PHYS101: "C" }, { pair: "PHYS102" }),
      course("PHYS210", "Waves and Optics", 3, { PHYS102: "C" }),
      course("PHYS310", "Quantum Physics", 3, { PHYS210: "C", MATH220: "C" }, junior),
      course("PHYS320", "Thermal Physics", 3, { PHYS210: "C+" }, junior),
      course("PHYS330", "Astrophysics", 3, { PHYS102: "C" }, junior),
      course("PHYS450", "Research in Physics", 2, { PHYS210: "B-" }, practice),
      course("PHYS530", "Statistical Mechanics", 3, { PHYS320: "B" }, graduate),
    ],
    requires: ["PHYS101", "PHYS101L", "PHYS102", "PHYS102L", "PHYS210", "PHYS310", "MATH120", "MATH121"],
  },
  {
    id: "PSYC",
    name: "Psychology",
    building: "James Hall",
    courses: [
      course("PSYC101", "Introduction to Psychology", 3),
      course("PSYC210", "Child Development", 3, { PSYC101: "C-" }),
      course("PSYC220", "Social Psychology", 3, { PSYC101: "C-" }),
      course("PSYC230", "Research Methods", 3, { PSYC101: "C", STAT110: "C" }, { ...sophomore, pair: "PSYC230L" }),
      course("PSYC230L", "Research Methods Lab", 1, { PSYC101: "C", STAT110: "C" }, { ...sophomore, pair: "PSYC230" }),
      course("PSYC310", "Cognition and Memory", 3, { PSYC230: "C" }, junior),
      course("PSYC320", "Clinical Psychology", 3, { PSYC210: "C" }, junior),
      course("PSYC330", "Sensation and Perception", 3, { PSYC230: "C+" }, junior),
      course("PSYC450", "Supervised Practicum", 2, { PSYC230: "B-" }, practice),
      course("PSYC510", "Neuropsychology", 3, { PSYC310: "B" }, graduate),
    ],
    requires: ["PSYC101", "PSYC210", "PSYC220", "PSYC230", "PSYC230L", "PSYC310", "STAT110"],
  },
  {
    id: "STAT",
    name: "Statistics",
    building: "Nightingale Hall",
    courses: [
      course("STAT110", "Statistical Reasoning", 3),
      course("STAT210", "Probability", 3, { MATH120: "C" }),
      course("STAT220", "Applied Statistics", 3, { STAT110: "C" }, { pair: "STAT220L" }),
      course("STAT220L", "Statistical Computing Lab", 1, { STAT110: "C" }, { pair: "STAT220" }),
      course("STAT310", "Regression Analysis", 3, { STAT220: "C", MATH120: "C" }, junior),
      course("STAT320", "Survey Sampling", 3, { STAT220: "C" }, junior),
      course("STAT330", "Design of Experiments", 3, { STAT220: "C+" }, junior),
      course("STAT410", "Time Series", 3, { STAT310: "C" }, senior),
      course("STAT450", "Consulting Practicum", 2, { STAT220: "B-" }, practice),
      course("STAT520", "Bayesian Methods", 3, { STAT310: "B" }, graduate),
    ],
    requires: ["STAT110", "STAT210", "STAT220", "STAT220L", "STAT310", "MATH101", "MATH120"],
  },
];

export const courses: ReadonlyMap<string, CatalogueCourse> = new Map(
  departments.flatMap((department) => department.courses.map((one) => [one.id, one] as const)),
);
