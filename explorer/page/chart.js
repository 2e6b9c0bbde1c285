// What happened as a chart: lifelines from above to below, messages between them, events on them.
// A message that took time leans from where it was sent to where it arrived, and crosses those that
// it overtook.

import { $, el, svg, showTip, hideTip, placeOf, scrollLater } from './dom.js';

const ROW = 26;
const TOP = 34;
const LEAST = 74; // between lifelines

const marks = { crash: '✕', restart: '↻', pause: '‖', resume: '▶' };

/** Draws `lanes` into `box`, which is `room` wide; `here` is the present node; go(node) is what a click does. */
export function drawLanes(box, room, lanes, here, go) {
  if (lanes.rows.length === 0) {
    box.replaceChildren(el('p', { class: 'muted' },
      lanes.names.length === 0 ? 'Nothing happened yet.' : 'No messages yet.'));
    return;
  }
  const used = new Set(lanes.rows.flatMap((row) => (row.note ? [] : [row.from, row.to])));
  const shown = lanes.names.map((_, i) => i).filter((i) => lanes.names.length <= 8 || used.has(i));
  const gap = Math.max(LEAST, (room - 16) / Math.max(1, shown.length));
  // One lane alone stands on the left, and its events have the room.
  const alone = shown.length === 1;
  const x = new Map(shown.map((lane, i) => [lane, alone ? 16 : gap * (i + 0.5)]));
  const width = gap * shown.length;
  const height = TOP + ROW * (lanes.rows.length + 1);
  const y = (row) => TOP + ROW * (row + 0.6);
  const picture = svg('svg', { class: 'lanes', width, height, viewBox: `0 0 ${width} ${height}` });
  for (const lane of shown) {
    picture.append(
      svg('line', { class: 'life', x1: x.get(lane), x2: x.get(lane), y1: TOP - 8, y2: height }),
      svg('text', { class: 'who', x: alone ? 4 : x.get(lane), y: 16,
        'text-anchor': alone ? 'start' : 'middle' },
        short(lanes.names[lane], gap * 0.86)));
  }
  picture.append(...downTimes(lanes, x, y, height));
  const arrives = new Set(lanes.rows.map((row) => row.sent));
  lanes.rows.forEach((row, i) => {
    const part = svg('g', { class: `row ${row.node === here ? 'here' : ''} ${row.kind ?? ''}` });
    if (row.unexpected) part.classList.add('unexpected');
    if (row.mark) part.classList.add('fault');
    part.append(svg('rect', { class: 'hit', x: 0, y: y(i) - ROW / 2, width, height: ROW }));
    if (row.note) drawNote(part, row, y(i), width);
    else if (row.from === row.to) drawEvent(part, row, x.get(row.from), y(i), gap, width);
    else if (row.mark === 'send') drawSending(part, row, x, y(i), !arrives.has(i));
    else drawMessage(part, row, x, y, i);
    part.addEventListener('click', () => go(row.node));
    part.addEventListener('mousemove', (e) => showTip(tipOf(row, lanes), placeOf(e)));
    part.addEventListener('mouseleave', hideTip);
    picture.append(part);
  });
  box.replaceChildren(picture);
  scrollLater(box, () => { box.scrollTop = box.scrollHeight; });
}

/** Who, to whom, and all of the text. */
function tipOf(row, lanes) {
  if (row.note) return [row.note];
  const ends = row.from === row.to ? lanes.names[row.to]
    : `${lanes.names[row.from]} → ${lanes.names[row.to]}`;
  const how = row.mark === 'loss' ? ', lost' : row.mark === 'send' ? ', leaves' : '';
  return [el('b', {}, ends), how, el('div', {}, row.text)];
}

function short(text, room) {
  const most = Math.max(4, Math.floor(room / 6.6));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** "crash", "restart", ...: what a row says of its lifeline, in traces by its first word. */
const eventOf = (row) => row.mark ?? (row.kind === 'fault' ? row.text.split(' ')[0] : null);

/** Where a node is down, its lifeline is broken. */
function downTimes(lanes, x, y, height) {
  const lines = [];
  const since = new Map();
  const add = (lane, from, to) => lines.push(
    svg('line', { class: 'down', x1: x.get(lane), x2: x.get(lane), y1: from, y2: to }));
  lanes.rows.forEach((row, i) => {
    const what = eventOf(row);
    if (what === 'crash' || what === 'pause') since.set(row.to, y(i));
    if ((what === 'restart' || what === 'resume') && since.has(row.to)) {
      add(row.to, since.get(row.to), y(i));
      since.delete(row.to);
    }
  });
  for (const [lane, from] of since) add(lane, from, height);
  return lines;
}

function drawNote(part, row, y, width) {
  part.classList.add('note');
  part.append(
    svg('rect', { class: 'note-box', x: 4, y: y - 10, width: width - 8, height: 20, rx: 4 }),
    svg('text', { x: width / 2, y: y + 4, 'text-anchor': 'middle' }, short(row.note, width - 16)));
}

function drawEvent(part, row, x, y, gap, width) {
  const mark = marks[eventOf(row)];
  const left = x > width / 2 && x + gap > width;
  part.append(
    mark ? svg('text', { class: 'mark', x, y: y + 5, 'text-anchor': 'middle' }, mark)
      : svg('circle', { class: 'event', cx: x, cy: y, r: 4 }),
    // A line that leaves from here would cross the text of an event in a trace.
    svg('text', { x: left ? x - 9 : x + 9, y: row.kind && !left ? y - 4 : y + 4, 'text-anchor': left ? 'end' : 'start' },
      short(row.text, left ? x - 12 : width - x - 12)));
}

/** A message leaves; `waits`: it is on its way still. */
function drawSending(part, row, x, y, waits) {
  const from = x.get(row.from);
  const to = x.get(row.to);
  part.append(svg('circle', { class: 'event', cx: from, cy: y, r: 3 }));
  if (!waits) return;
  part.append(
    svg('line', { class: 'message waits', x1: from, y1: y, x2: from + (to - from) * 0.4, y2: y }),
    svg('text', { x: (from + to) / 2, y: y - 4, 'text-anchor': 'middle' },
      short(row.text, Math.abs(to - from))));
}

function drawMessage(part, row, x, y, i) {
  const from = x.get(row.from);
  // In traces a fault that follows from a step is the end of a message.
  const lost = row.mark === 'loss' || row.kind === 'fault';
  const to = row.mark === 'loss' ? from + (x.get(row.to) - from) * 0.7 : x.get(row.to);
  const sent = row.sent == null ? y(i) : row.sent < 0 ? TOP - 6 : y(row.sent);
  const angle = Math.atan2(y(i) - sent, to - from);
  const arrow = [[0, 0], [-9, -4], [-9, 4]].map(([a, b]) =>
    `${to + a * Math.cos(angle) - b * Math.sin(angle)},${y(i) + a * Math.sin(angle) + b * Math.cos(angle)}`);
  // Of a message that leans, the text stands by its head, where nothing else is in the row.
  const leans = sent !== y(i);
  const text = short(row.text, Math.abs(to - from) + (leans ? 30 : 0));
  const middle = leans ? to + (from - to) * 0.28 : (from + to) / 2;
  part.append(
    svg('line', { class: 'message', x1: from, y1: sent, x2: to, y2: y(i) }),
    lost ? svg('text', { class: 'mark', x: to, y: y(i) + 5, 'text-anchor': 'middle' }, '✕')
      : svg('polygon', { class: 'head', points: arrow.join(' ') }),
    svg('text', { x: middle, y: y(i) - 4 + (leans ? (sent - y(i)) * 0.28 - 2 : 0), 'text-anchor': 'middle' }, text));
}

/** The box in which the chart stands: beside a net, or alone. */
export const laneBox = (kind) => $(kind === 'net' ? 'lanes' : 'wide-lanes');
