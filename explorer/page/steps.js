// The steps that were tried, as a list: those that another try went on with are further to the
// right.

import { $, el, named, scrollLater } from './dom.js';

export function drawSteps(state, go) {
  const list = $('steps');
  list.replaceChildren(...state.steps.map((step) => {
    const here = step.node === state.node;
    const item = el('li', {
      class: `${here ? 'here' : ''} ${step.remark ? 'remarked' : ''} indent-${Math.min(step.indent, 6)}`,
      'data-node': step.node,
      'aria-current': here ? 'step' : null,
      title: step.remark ? `${step.label}\n${step.remark}` : step.label,
    },
      el('button', { tabindex: here ? 0 : -1, onclick: () => go(step.node) },
        el('span', { class: 'number' }, String(step.depth)),
        el('span', { class: 'label' }, ...named(step.label))),
      step.remark ? el('div', { class: 'remark' }, step.remark) : null);
    return item;
  }));
  scrollLater(list, () => list.querySelector('.here')?.scrollIntoView({ block: 'center' }));
}
