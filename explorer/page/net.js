// The modules as drawn: tokens on places, what is enabled, what the last step changed. The drawing
// of a module is laid out once, by cpngen; a step changes classes and numbers only.

import { $, el, svg, showTip, hideTip, placeOf } from './dom.js';

const WHY_AFTER = 250; // milliseconds of hovering

/** Attributes that stay as they are cost nothing: large nets have hundreds. */
function describe(element, text) {
  if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
}

export class Net {
  /** actions: fire(transition, event), why(transition) -> Promise of elements, pin(transition). */
  constructor(about, actions) {
    this.about = about;
    this.actions = actions;
    this.zoom = 0; // 0: fits
    this.drawings = new Map();
    this.tabs = about.modules.map((module, index) =>
      el('button', { role: 'tab', onclick: () => this.open(index, 0) }, module.name));
    $('tabs').replaceChildren(...this.tabs);
    $('instances').addEventListener('change', (e) => this.open(this.module, +e.target.value));
    $('zoom-in').onclick = () => this.zoomBy(1.25);
    $('zoom-out').onclick = () => this.zoomBy(0.8);
    $('zoom-fit').onclick = () => this.zoomBy(0);
    addEventListener('resize', () => this.resize());
    const top = about.modules.findIndex((m) => m.instances.some((i) => i.path === ''));
    this.open(Math.max(0, top), 0);
  }

  open(module, instance) {
    hideTip();
    this.module = module;
    this.instance = instance;
    const shown = this.about.modules[module];
    this.tabs.forEach((tab, i) => tab.setAttribute('aria-selected', i === module));
    this.tabs[module].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const select = $('instances');
    select.hidden = shown.instances.length < 2;
    select.replaceChildren(...shown.instances.map((each, i) =>
      el('option', { value: i, selected: i === instance }, each.path || '(top)')));
    if (!this.drawings.has(module)) this.drawings.set(module, this.draw(module));
    this.drawing = this.drawings.get(module);
    $('picture').replaceChildren(this.drawing.root);
    this.resize();
    if (this.state) this.show(this.state);
  }

  /** To the module and instance in which the transition is. */
  openFor(transition) {
    const { module, instance } = this.about.transitions[transition];
    const index = this.about.modules.findIndex((each) => each.id === module);
    const of = this.about.modules[index].instances.findIndex((each) => each.path === instance);
    this.open(index, of);
  }

  nextTab(by) {
    this.open((this.module + by + this.tabs.length) % this.tabs.length, 0);
  }

  draw(index) {
    const module = this.about.modules[index];
    const parsed = new DOMParser().parseFromString(module.svg, 'image/svg+xml');
    const root = document.importNode(parsed.documentElement, true);
    const [, , width, height] = root.getAttribute('viewBox').split(' ').map(Number);
    const parts = new Map();
    for (const group of root.querySelectorAll('g[id]')) parts.set(group.id, group);
    parts.get('title')?.remove(); // the tab has the name
    const { places, transitions, substitutions } = module.instances[0];
    const nodes = { places: [], transitions: [] };
    places.forEach((_, i) => nodes.places.push(this.preparePlace(parts, i)));
    transitions.forEach((_, i) =>
      nodes.transitions.push(this.prepareTransition(parts, places.length + i, i)));
    nodes.substitutions = substitutions.map((_, i) =>
      this.prepareSubstitution(parts, places.length + transitions.length + i, i));
    return { root, width, height, ...nodes };
  }

  shownInstance() {
    return this.about.modules[this.module].instances[this.instance];
  }

  preparePlace(parts, i) {
    const group = parts.get(`n${i}`);
    group.classList.add('place');
    parts.get(`n${i}_1`)?.classList.add('initial');
    parts.get(`n${i}_3`)?.classList.add('colour-set');
    const ellipse = group.querySelector('ellipse');
    const [cx, cy, rx, ry] = ['cx', 'cy', 'rx', 'ry'].map((a) => +ellipse.getAttribute(a));
    const badge = svg('g', { class: 'badge' });
    const pill = svg('rect', { rx: 8, height: 16, y: -8 });
    const text = svg('text', { 'text-anchor': 'middle', y: 4 });
    badge.append(pill, text);
    badge.setAttribute('transform', `translate(${cx - rx * 0.72} ${cy - ry * 0.72})`);
    group.append(badge);
    const part = { group, badge, pill, text, tokens: null };
    const tell = (event) => {
      const place = this.shownInstance().places[i];
      const { name, type } = this.about.places[place];
      const tokens = part.tokens;
      const lines = tokens ? tokens[2].split(' ++ ') : ['empty'];
      showTip([
        el('b', {}, name), el('span', { class: 'muted' }, ` ${type}`),
        el('div', { class: 'tokens' }, ...lines.slice(0, 24).map((line) => el('div', {}, line)),
          lines.length > 24 ? el('div', { class: 'muted' }, `… ${lines.length - 24} more`) : null),
      ], placeOf(event));
    };
    group.addEventListener('mousemove', tell);
    group.addEventListener('click', (event) => {
      tell(event);
      event.stopPropagation();
    });
    group.addEventListener('mouseleave', hideTip);
    return part;
  }

  prepareTransition(parts, node, i) {
    const group = parts.get(`n${node}`);
    group.classList.add('transition');
    group.setAttribute('tabindex', 0);
    group.setAttribute('role', 'button');
    let timer = 0;
    const part = { group, bindings: [] };
    const transition = () => this.shownInstance().transitions[i];
    const tell = (event) => {
      const at = placeOf(event);
      clearTimeout(timer);
      if (part.bindings.length > 0) {
        showTip([
          el('b', {}, this.about.transitions[transition()].name),
          this.about.transitions[transition()].guard
            ? el('div', { class: 'guard' }, `[${this.about.transitions[transition()].guard}]`) : null,
          el('div', { class: 'tokens' },
            ...part.bindings.slice(0, 8).map((b) => el('div', {}, b.binding)),
            part.bindings.length > 8
              ? el('div', { class: 'muted' }, `… ${part.bindings.length - 8} more`) : null),
          el('div', { class: 'muted' }, 'Click: it occurs'),
        ], at);
        return;
      }
      timer = setTimeout(async () => {
        const asked = this.state?.node;
        const content = await this.actions.why(transition());
        if (asked === this.state?.node && group.matches(':hover, :focus')) showTip(content, at);
      }, WHY_AFTER);
    };
    const act = (event) => {
      event.stopPropagation();
      clearTimeout(timer);
      hideTip();
      if (part.bindings.length > 0) this.actions.fire(part.bindings, event);
      else this.actions.pin(transition());
    };
    group.addEventListener('mouseenter', tell);
    group.addEventListener('focus', (event) => group.matches(':focus-visible') && tell(event));
    for (const end of ['mouseleave', 'blur']) {
      group.addEventListener(end, () => {
        clearTimeout(timer);
        hideTip();
      });
    }
    group.addEventListener('click', act);
    group.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        act(event);
      }
    });
    return part;
  }

  prepareSubstitution(parts, node, i) {
    const group = parts.get(`n${node}`);
    group.classList.add('substitution');
    group.setAttribute('tabindex', 0);
    group.setAttribute('role', 'link');
    const open = (event) => {
      event.stopPropagation();
      const { module, path } = this.shownInstance().substitutions[i];
      const index = this.about.modules.findIndex((m) => m.id === module);
      const instance = this.about.modules[index].instances.findIndex((x) => x.path === path);
      this.open(index, instance);
    };
    group.addEventListener('click', open);
    group.addEventListener('keydown', (event) => event.key === 'Enter' && open(event));
    group.addEventListener('mousemove', (event) => showTip([
      el('b', {}, this.shownInstance().substitutions[i].path),
      el('div', { class: 'muted' }, 'Click: open this module'),
    ], placeOf(event)));
    group.addEventListener('mouseleave', hideTip);
    return group;
  }

  show(state) {
    this.state = state;
    const tokens = new Map(state.places.map((entry) => [entry[0], entry]));
    const changed = new Set(state.changes.map((change) => change.place));
    const enabled = new Map();
    for (const choice of state.enabled) {
      if (!enabled.has(choice.transition)) enabled.set(choice.transition, []);
      enabled.get(choice.transition).push(choice);
    }
    const instance = this.shownInstance();
    this.drawing.places.forEach((part, i) => {
      const place = instance.places[i];
      part.tokens = tokens.get(place) ?? null;
      part.group.classList.toggle('changed', changed.has(place));
      part.group.classList.toggle('marked', part.tokens !== null);
      part.badge.classList.toggle('none', part.tokens === null);
      describe(part.group, `${this.about.places[place].name}: ${part.tokens?.[2] ?? 'empty'}`);
      const count = String(part.tokens?.[1] ?? 0);
      if (part.text.textContent !== count) {
        part.text.textContent = count;
        const width = 9 + 7 * count.length;
        part.pill.setAttribute('width', width);
        part.pill.setAttribute('x', -width / 2);
      }
    });
    this.drawing.transitions.forEach((part, i) => {
      const transition = instance.transitions[i];
      part.bindings = enabled.get(transition) ?? [];
      part.group.classList.toggle('enabled', part.bindings.length > 0);
      const many = part.bindings.length;
      const how = many === 0 ? 'not enabled' : many === 1 ? 'enabled' : `enabled in ${many} ways`;
      describe(part.group, `${this.about.transitions[transition].name}, ${how}`);
    });
    const instances = [...enabled.keys()].map((id) => `${this.about.transitions[id].instance}.`);
    this.drawing.substitutions.forEach((group, i) => {
      const path = `${instance.substitutions[i].path}.`;
      group.classList.toggle('enabled', instances.some((other) => other.startsWith(path)));
    });
    this.about.modules.forEach((module, i) => {
      const any = (ids, set) => ids.some((id) => set.has(id));
      this.tabs[i].classList.toggle('enabled',
        module.instances.some((x) => any(x.transitions, enabled)));
      this.tabs[i].classList.toggle('changed',
        module.instances.some((x) => any(x.places, changed)));
    });
  }

  zoomBy(factor) {
    this.zoom = factor === 0 ? 0 : (this.zoom || this.scale) * factor;
    this.resize();
  }

  resize() {
    if (!this.drawing) return;
    const { root, width, height } = this.drawing;
    const room = $('picture');
    const fits = Math.min((room.clientWidth - 24) / width, (room.clientHeight - 24) / height, 1.9);
    this.scale = this.zoom || Math.max(fits, 0.7);
    root.setAttribute('width', width * this.scale);
    root.setAttribute('height', height * this.scale);
  }
}
