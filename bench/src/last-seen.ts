import type { EventColumns } from '../../packages/core/src/events/columns.js';

/** The last day of any content or visit of each member, -1 without one: peers get it for nothing. */
export const lastSeenDays = ({ members, content, visits }: EventColumns): Int32Array => {
  const last = new Int32Array(members.ids.length).fill(-1);
  for (const { day, person } of [
    { day: content.day, person: content.author },
    { day: visits.day, person: visits.visitor },
  ]) {
    for (let row = 0; row < day.length; row++) {
      const of = person[row]!;
      if (of >= 0 && of < last.length && day[row]! > last[of]!) last[of] = day[row]!;
    }
  }
  return last;
};
