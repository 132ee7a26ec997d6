import { contentKinds, type EventColumns } from '../../packages/core/src/events/columns.js';

/**
 * The smallest program that counts what an index counts: it reads each column once and adds 1 to a cell of a thing and
 * a period. It puts nothing in order, and counts visits where an index counts different visitors.
 */
export const countOnce = (columns: EventColumns, edges: Int32Array): number => {
  const { content, visits, attachments, plays, scans, members, boards, media, people } = columns;
  const first = edges[0]!;
  const periods = edges.length + 1;
  const periodOf = new Uint16Array(edges.at(-1)! - first + 1);
  for (const [edge, day] of edges.entries()) periodOf.fill(edge + 1, day - first);
  const byMember = new Uint16Array(contentKinds.length * members.ids.length * periods);
  const byBoard = new Uint16Array(2 * boards.ids.length * periods);
  const byVisitor = new Uint16Array(people * periods);
  const seconds = new Float64Array(periods);
  for (let row = 0; row < content.day.length; row++) {
    const period = periodOf[content.day[row]! - first]!;
    const thing = content.kind[row]! * members.ids.length + content.author[row]!;
    byMember[thing * periods + period]! += 1 + content.toPeer[row]!;
    byBoard[content.board[row]! * periods + period]! += 1;
  }
  for (let row = 0; row < visits.day.length; row++) {
    const period = periodOf[visits.day[row]! - first]!;
    byVisitor[visits.visitor[row]! * periods + period]! += 1;
    byBoard[(boards.ids.length + visits.board[row]!) * periods + period]! += 1;
    seconds[period]! += visits.seconds[row]!;
  }
  const rest = [
    { day: attachments.day, thing: attachments.category, things: columns.attachmentCategories },
    { day: plays.day, thing: plays.media, things: media.ids },
    { day: scans.day, thing: scans.type, things: columns.scannedTypes },
  ];
  for (const { day, thing, things } of rest) {
    const counts = new Uint32Array(things.length * periods);
    for (let row = 0; row < day.length; row++) {
      counts[thing[row]! * periods + periodOf[day[row]! - first]!]! += 1;
    }
  }
  return byMember.length + byBoard.length + byVisitor.length + seconds.length;
};
