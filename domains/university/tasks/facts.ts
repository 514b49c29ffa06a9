/** What students tell when asked: which section, credit or audit, whether they risk their aid, new contact data. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { capitalized } from "../../wording.ts";
import type { Mode } from "../schema.ts";
import type { Address, Course, Meeting, Section } from "./campus.ts";
import { addressWords, descriptions, meetingWords, season, siblings } from "./words.ts";

/** Not "which one" alone: that may be about anything, and what is around it tells. */
const sectionAsks: readonly string[] = [
  ...["section", "which one of the", "which class", "which lecture", "which lab"],
  ...["which day", "what day", "which time", "what time", "instructor", "professor", "morning", "afternoon"],
];

/** How a student names a section that it wants. */
export interface Mention {
  readonly section: Section;
  readonly name: string;
  /** "the Tuesday and Thursday one"; absent where there is but one, or the student has to be asked. */
  readonly which?: string;
  /** In a sentence, as far as it goes: "Linear Algebra, the Tuesday and Thursday one". */
  readonly phrase: string;
  readonly facts: readonly DraftFact[];
  readonly traps: readonly string[];
}

/** `told`: the section at once; `asked`: the course alone, where it has other sections to confuse it with. */
export function mention(
  random: Random,
  section: Section,
  how: "told" | "asked" = random.chance(0.5) ? "told" : "asked",
  among: readonly Section[] = siblings(section),
): Mention {
  const name = courseWords(random, section.course);
  const which = random.pick(descriptions(section, among));
  const say = random.pick([`${capitalized(which)}, please.`, `I'd like ${which}.`, `I mean ${which}.`]);
  const isOpen = among.length > 1 && how === "asked";
  const isTold = among.length > 1 && how === "told";
  return {
    section,
    name,
    ...(isTold ? { which } : {}),
    phrase: isTold ? `${name}, ${which}` : name,
    facts: [sectionFact(section.course, say, isOpen ? "asked" : "known")],
    traps: isOpen ? ["several sections"] : [],
  };
}

/** By its title, at times with its id, as in the catalogue. */
export function courseWords(random: Random, { title, id }: Course): string {
  return random.chance(0.25) ? `${title} (${id})` : title;
}

function sectionFact({ title }: Course, say: string, disclosure: "known" | "asked"): DraftFact {
  return {
    name: `section of ${title}`,
    asks: sectionAsks,
    say,
    disclosure,
    when: `which section of ${title} you want`,
  };
}

export function termFact({ course, term }: Section): DraftFact {
  return {
    name: `which term for ${course.title}`,
    asks: ["which term", "what term", "which semester", "what semester"],
    say: `In the ${season(term)}.`,
    disclosure: "known",
    when: `in which term you want ${course.title}`,
  };
}

export function modeFact({ course }: Section, mode: Mode): DraftFact {
  return {
    name: `credit or audit for ${course.title}`,
    asks: ["for credit", "credit or", "audit or", "as an auditor", "to audit", "mode"],
    say: mode === "credit" ? "For credit." : "Just as an auditor.",
    disclosure: "known",
    when: `whether you want ${course.title} for credit or as an auditor`,
  };
}

/** An audit does not count for the major, which makes no difference to the student. */
export function knowingFact(random: Random): DraftFact {
  return {
    name: "whether you still want it though it does not count for your major",
    asks: ["count", "still want", "your major", "requirement"],
    say: random.pick([
      "Yes, I know that it won't count for my major. I still want to audit it.",
      "That's fine, I don't need it to count. I still want to audit it.",
    ]),
    disclosure: "known",
    when: "whether you still want it though it does not count for your major",
  };
}

const aidAsks = [
  "acknowledge",
  "acknowledgement",
  "acknowledgment",
  "your aid",
  "financial aid",
  "the aid",
  "full time",
];

/** Given apart from the yes to the summary. */
export function aidFact(random: Random, isRisked: boolean): DraftFact {
  return {
    name: "acknowledgement that this can cost your aid",
    asks: [...aidAsks, "below 12", "fewer than 12", "full-time"],
    say: isRisked
      ? random.pick([
          "Yes, I acknowledge that this can cost my aid.",
          "I know that it can cost me my aid, and I acknowledge it.",
          "I acknowledge that I may lose my aid.",
        ])
      : random.pick([
          "No, I don't want to risk my aid.",
          "No, I can't afford to lose my aid.",
          "No, I won't acknowledge that. I need my aid.",
        ]),
    disclosure: "asked",
    when: "whether you acknowledge that this can cost your aid",
  };
}

/** Not "which meetings", by which a student may be asked to look. */
const meetingAsks: readonly string[] = [
  ...["would", "do", "should", "suits", "works", "to confirm", "time", "can you", "is best"].map(
    (word) => `meeting ${word}`,
  ),
  ...["of the meetings", "of the two meetings", "of these meetings", "of those meetings", "of them suits"],
  ...["one would suit", "one suits", "one works", "one can you make", "one is best", "one would you", "one do you"],
  ...["pick one", "choose one", "choose between"],
];

export function meetingFact(random: Random, meeting: Meeting, isOnly: boolean): DraftFact {
  const which = meetingWords(meeting);
  return {
    name: "which meeting suits you",
    asks: meetingAsks,
    say: random.pick([`${capitalized(which)}.`, `I can make ${which}.`, `I'd take ${which}.`]),
    disclosure: isOnly ? "known" : "asked",
    when: "which of the proposed meetings you want to confirm",
  };
}

export function newEmailFact(random: Random, email: string): DraftFact {
  return {
    name: "new email",
    asks: ["new email", "new e-mail", "updated email", "which email", "what email", "email to", "email should"],
    say: random.pick([`The new one is ${email}.`, `It should be ${email} from now on.`, `My new address is ${email}.`]),
    disclosure: "asked",
  };
}

export function newPhoneFact(random: Random, phone: string): DraftFact {
  return {
    name: "new phone number",
    asks: ["phone", "number", "mobile"],
    say: random.pick([`It's ${phone}.`, `The new number is ${phone}.`, `My new number is ${phone}.`]),
    disclosure: "asked",
  };
}

/** Not "address" alone, which would be heard in "email address" too. */
const addressAsks: readonly string[] = [
  ...["new", "updated", "mailing", "home", "postal", "full", "complete", "correct", "the", "an", "another", "what"].map(
    (word) => `${word} address`,
  ),
  ...["street", "where", "zip code"],
];

export function newAddressFact(random: Random, address: Address): DraftFact {
  const words = addressWords(address);
  return {
    name: "new address",
    asks: addressAsks,
    say: random.pick([`It is ${words}.`, `My new address is ${words}.`, `${words}, please.`]),
    disclosure: "asked",
  };
}
