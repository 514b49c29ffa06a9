/** How customers describe what is wrong, by what they notice of it: in everyday words, and without a guess at the cause. */

import type { Random } from "../../random.ts";
import { capitalized } from "../../wording.ts";

export type Symptom = "no service" | "no data" | "slow data" | "no messages";

/** `@` stands for the phone: "my phone", "my Lumen 8". */
const openings: Readonly<Record<Symptom, readonly string[]>> = {
  "no service": [
    "I can't make or receive calls on @",
    "I can't call anyone from @",
    "Nobody can reach me on @, and I can't call out",
    "@ won't connect to the network",
    "@ has stopped working as a phone: no calls, nothing",
    "There is no service on @",
    "@ is cut off from the network",
    "Calls don't go through on @",
    "@ doesn't ring and doesn't dial",
  ],
  "no data": [
    "The internet doesn't work on @",
    "I can't get online with @",
    "No page loads on @",
    "Mobile data doesn't work on @",
    "@ has no internet connection when I'm out and about",
    "Nothing loads on @ unless there's Wi-Fi around",
    "My apps can't connect to anything on @",
    "I have no mobile internet on @",
    "Maps and mail have stopped updating on @",
  ],
  "slow data": [
    "The internet is terribly slow on @",
    "Mobile data crawls on @",
    "Pages take forever to load on @",
    "Videos keep stopping on @ because the internet is so slow",
    "The mobile internet on @ has become very slow",
    "@ is online, but everything loads at a snail's pace",
    "Streaming doesn't work on @, the connection is far too slow",
    "I can hardly use the internet on @, it's that slow",
    "Downloads on @ take ages",
  ],
  "no messages": [
    "I can't send picture messages from @",
    "My photos won't go out as messages on @",
    "Picture messages fail on @",
    "@ refuses to send messages with pictures",
    "When I text a photo from @, it isn't sent",
    "MMS doesn't work on @",
    "Sending pictures by message fails every time on @",
    "Photos that I text from @ never leave the phone",
    "@ doesn't send any message that has a picture in it",
  ],
};

const sinces = [
  "It started this morning.",
  "It's been like that since last night.",
  "It began yesterday.",
  "That's how it's been for two days.",
  "It started a few hours ago.",
  "It's been that way since the weekend.",
  "I first noticed around noon.",
  "It's been going on for a week.",
  "It was like that when I got up.",
  "I noticed it on Sunday.",
];

const pleas: Readonly<Record<Symptom, readonly string[]>> = {
  "no service": [
    "Can you help me fix it?",
    "Please get it working again.",
    "I need to be reachable.",
    "What can be done about it?",
    "I need to make calls again.",
    "How do I get it back?",
  ],
  "no data": [
    "I need it working, and at full speed.",
    "Please help me get it back, as fast as it used to be.",
    "Can you fix that? It used to be really fast.",
    "I'd like to have it back in excellent shape.",
    "Please help, I need a fast connection.",
    "What do I have to do to get online again at full speed?",
  ],
  "slow data": [
    "Please help me get it back to full speed.",
    "It used to be excellent. Can you fix that?",
    "I need it as fast as it should be.",
    "What can be done so that it's really fast again?",
    "Can you help me make it fast again?",
    "I want the excellent speed that I had before.",
  ],
  "no messages": [
    "Can you help me with that?",
    "I'd like to send them again, please.",
    "Please help me get that to work.",
    "What do I have to do?",
    "I need to send some pictures today.",
    "How can I get it working again?",
  ],
};

export function complain(random: Random, symptom: Symptom, phone: string): string {
  const since = random.pick(sinces);
  const opening = random.pick(openings[symptom]).replace("@", phone);
  return `${capitalized(opening)}. ${since} ${random.pick(pleas[symptom])}`;
}

export const countries = [
  "Portugal",
  "Japan",
  "Mexico",
  "Italy",
  "Canada",
  "Greece",
  "Ireland",
  "Costa Rica",
  "Norway",
  "Spain",
  "Thailand",
  "Germany",
  "Morocco",
  "Iceland",
];
