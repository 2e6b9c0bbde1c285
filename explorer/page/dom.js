// Making elements, and the tooltip that all of the page shares. Texts of models go into the page as
// text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

export const $ = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

export const el = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** A name like "Replicas.Proposer.Vote (w = 1)" in two parts: where, and what. */
export function named(text) {
  const path = /^(?:[^ .(:]+\.)+/.exec(text)?.[0] ?? '';
  if (path === '') return [text];
  return [el('span', { class: path.length > 12 ? 'path long' : 'path' }, path),
    text.slice(path.length)];
}

let toScroll = null; // by what is scrolled: the last word counts

/** Does what scrolls `box` once all of the page is drawn: asking where things are before that would
    have the browser place them again and again. */
export function scrollLater(box, action) {
  if (toScroll === null) {
    toScroll = new Map();
    requestAnimationFrame(() => {
      const actions = toScroll.values();
      toScroll = null;
      for (const each of actions) each();
    });
  }
  toScroll.set(box, action);
}

/** Shows `content` beside the pointer, or beside an element that has the focus. */
export function showTip(content, at) {
  const tip = $('tip');
  tip.replaceChildren(...content.filter((part) => part != null));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const x = Math.min(at.x + 14, innerWidth - box.width - 8);
  const y = at.y + 18 + box.height > innerHeight ? at.y - box.height - 12 : at.y + 18;
  tip.style.left = `${Math.max(8, x)}px`;
  tip.style.top = `${Math.max(8, y)}px`;
}

export function hideTip() {
  $('tip').hidden = true;
}

/** The place to show a tooltip for an event of the mouse or the keyboard. */
export function placeOf(event) {
  if (event.clientX != null) return { x: event.clientX, y: event.clientY };
  const box = event.currentTarget.getBoundingClientRect();
  return { x: box.left, y: box.bottom - 10 };
}
