// The lists around the picture: what is enabled, what the step changed, properties, why not.

import { $, el, named, scrollLater } from './dom.js';

/** The enabled binding elements, and which of them the keys are at. */
export class Choices {
  constructor(about, fire) {
    this.about = about;
    this.fire = fire;
    this.shown = [];
    this.selected = 0;
    $('filter').addEventListener('input', () => this.draw());
  }

  show(state) {
    this.state = state;
    this.selected = 0;
    this.draw();
  }

  draw() {
    const text = $('filter').value.trim();
    let matches;
    try {
      const pattern = new RegExp(text, 'i');
      matches = (name) => pattern.test(name);
      $('filter').removeAttribute('aria-invalid');
    } catch {
      matches = (name) => name.includes(text);
      $('filter').setAttribute('aria-invalid', true);
    }
    const name = (choice) => this.about.transitions[choice.transition].name;
    this.shown = this.state.enabled.filter((c) => matches(`${name(c)} ${c.binding}`));
    const all = this.state.enabled_count;
    $('choices-count').textContent = text ? `${this.shown.length} of ${all}` : all;
    this.selected = Math.min(this.selected, Math.max(0, this.shown.length - 1));
    $('choices').replaceChildren(...this.shown.map((choice, i) => el('li', {
      role: 'option', id: `choice-${choice.choice}`, 'aria-selected': i === this.selected,
      class: choice.node == null ? '' : 'tried',
      title: choice.node == null ? 'It occurs' : 'Tried before',
      onclick: () => this.fire(choice),
    }, el('b', {}, ...named(name(choice))), el('span', { class: 'binding' }, ` ${choice.binding}`))));
    if (this.shown.length === 0) {
      const dead = all === 0;
      $('choices').append(el('li', { class: dead ? 'dead' : 'muted' },
        dead ? 'Nothing is enabled: this marking is dead.' : 'Nothing matches the filter.'));
    }
    this.mark();
  }

  move(by) {
    if (this.shown.length === 0) return;
    this.selected = (this.selected + by + this.shown.length) % this.shown.length;
    this.mark();
  }

  mark() {
    const items = [...$('choices').querySelectorAll('[role=option]')];
    items.forEach((item, i) => item.setAttribute('aria-selected', i === this.selected));
    scrollLater($('choices'), () => items[this.selected]?.scrollIntoView({ block: 'nearest' }));
    const id = items[this.selected]?.id;
    if (id) $('choices').setAttribute('aria-activedescendant', id);
    else $('choices').removeAttribute('aria-activedescendant');
  }

  take() {
    if (this.shown[this.selected]) this.fire(this.shown[this.selected]);
  }
}

const signs = { '+': 'gives', '-': 'takes', '~': 'changes', '=': 'looks' };

/** What the step was and did. */
export function drawStep(state) {
  $('step-title').textContent = state.depth === 0 ? 'Start' : `Step ${state.depth}`;
  $('remarks').replaceChildren(...state.remarks.map((text) =>
    el('p', { class: 'remark' }, text)));
  const label = state.depth === 0 ? null : el('p', { class: 'label' }, state.label);
  const lines = state.changes.flatMap((change) => change.lines);
  $('changes').replaceChildren(...[label, ...lines.map((line) => el('div',
    { class: `change ${signs[line[0]] ?? ''}`, title: line },
    ...(signs[line[0]] ? [`${line[0]}\u00a0`, ...named(line.slice(2)).map(marked)]
      : [marked(line)])))].filter((x) => x));
}

/** "a -> b" with what is new made to stand out. */
function marked(line) {
  if (typeof line !== 'string') return line;
  const span = el('span', {});
  line.split(/( -> [^,}\])]+)/).forEach((part) => {
    span.append(part.startsWith(' -> ') ? el('mark', {}, part) : part);
  });
  return span;
}

const words = {
  safety: ['holds', 'VIOLATED', 'must always hold'],
  liveness: ['reached here', 'not here', 'must be reached again and again'],
};

export function drawProperties(state) {
  const properties = state.properties ?? [];
  $('properties-panel').hidden = properties.length === 0;
  $('properties').replaceChildren(...properties.map((property) => {
    const [yes, no, sense] = words[property.sort] ?? ['', '', 'about all that can follow'];
    const bad = property.sort === 'safety' && property.now === false;
    const item = el('li', {
      class: property.now === true ? 'holds' : bad ? 'violated' : 'open',
      title: `${property.where}: ${sense}`,
    }, el('span', { class: 'name' }, property.name));
    if (property.now !== null) {
      item.append(el('span', { class: 'value' }, property.now ? `✓ ${yes}` : `${bad ? '✕' : '○'} ${no}`));
    } else if (property.parts.length === 0) {
      item.append(el('span', { class: 'value' }, 'about what can follow'));
    } else if (property.parts.length > 1) {
      const held = property.parts.filter((part) => part.now).length;
      item.append(el('span', { class: 'value', title: property.parts.map((part) =>
        `${part.now ? '✓' : '○'} ${part.name}`).join('\n') },
      `${held} of ${property.parts.length} conditions`));
    } else {
      for (const part of property.parts) {
        item.append(el('span', { class: 'value' }, `${part.now ? '✓' : '○'} ${part.name.replace(/^NF, .*\//, 'NF, ')}`));
      }
    }
    return item;
  }));
}

/** What each node of a system is known to be like. */
export function drawNodes(state) {
  $('nodes-panel').hidden = !state.nodes;
  $('nodes').replaceChildren(...(state.nodes ?? []).map((node) => el('details', { open: true },
    el('summary', {}, node.name),
    node.fields.length === 0 ? el('p', { class: 'muted' }, 'nothing yet')
      : el('table', {}, ...node.fields.map((field) => el('tr',
        { class: field.is_new ? 'new' : '' },
        el('th', {}, field.name), el('td', {}, field.value)))))));
}

/** Why a transition cannot occur, as elements. */
export function whyContent(answer) {
  const parts = [el('b', {}, answer.transition),
    el('span', { class: 'muted' }, answer.where ? ` ${answer.where}` : '')];
  if (answer.guard) parts.push(el('div', { class: 'guard' }, `[${answer.guard}]`));
  if (answer.near.length === 0) {
    const reasons = answer.empty.length > 0
      ? answer.empty.map((place) => `${place} holds no token, and an arc needs one`)
      : ['nothing on its input places comes near what its arcs and its guard need'];
    parts.push(el('div', { class: 'near' }, el('ul', {},
      ...reasons.map((text) => el('li', {}, text)))));
  }
  for (const near of answer.near) {
    const reasons = near.obstacles.length > 0 ? near.obstacles : ['it is enabled'];
    parts.push(el('div', { class: 'near' }, el('code', {}, near.binding),
      el('ul', {}, ...reasons.map((text) => el('li', {}, text)))));
  }
  return parts;
}

/** The size of the space, in a few words. */
export function spaceText(space) {
  const n = (x) => x.toLocaleString('en');
  const size = `${n(space.states)} states, ${n(space.arcs)} arcs`;
  switch (space.end) {
    case 'running': return `exploring: ${size}, ${n(space.waiting)} waiting`;
    case 'complete': return `all ${size}, ${n(space.dead)} dead`;
    case 'limit': return `more than ${size}`;
    case 'failed': return 'the space cannot be explored';
    default: return '';
  }
}
