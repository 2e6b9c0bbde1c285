// The keyboard. Keys do nothing special while somebody types or chooses in a dialog.

import { $, el } from './dom.js';

export function listenToKeys(actions) {
  const keys = [
    [['j', 'ArrowDown'], 'select the next enabled binding element', () => actions.select(1)],
    [['k', 'ArrowUp'], 'select the one before', () => actions.select(-1)],
    [['Enter'], 'let the selected one occur', () => actions.take()],
    [['ArrowLeft', 'h'], 'one step back', () => actions.back()],
    [['ArrowRight', 'l'], 'one step forward, as it went last time', () => actions.forward()],
    [['Home', 'g'], 'to the start', () => actions.start()],
    [['End', 'G'], 'to the last step that was tried from here', () => actions.end()],
    [['m'], 'open the module of the selected one', () => actions.module()],
    [['b'], 'to the next branch: what else was tried instead of this step', () => actions.branch()],
    [['w'], 'why not: the transition with the focus', () => actions.why()],
    [['/'], 'filter by a regular expression; Escape clears it', () => actions.filter()],
    [['[', ']'], 'module before, module after', (key) => actions.tab(key === '[' ? -1 : 1)],
    [['+', '-', '0'], 'larger, smaller, fit', (key) => actions.zoom(key)],
    [['c'], 'copy a link to this step', () => actions.copy()],
    [['?'], 'this help', () => $('keys').showModal()],
  ];
  const names = { ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' };
  $('keys').querySelector('dl').replaceChildren(...keys.flatMap(([all, what]) => [
    el('dt', {}, ...all.map((key) => el('kbd', {}, names[key] ?? key))), el('dd', {}, what)]));
  $('keys').querySelector('button').onclick = () => $('keys').close();
  $('help').onclick = () => $('keys').showModal();

  // After a click the keys go on with the choices, not with what was clicked.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (event.detail > 0 && button && !button.closest('dialog')) button.blur();
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) {
      return;
    }
    const typing = event.target === $('filter');
    if (event.key === 'Escape') {
      actions.escape(typing);
      return;
    }
    if (typing && !['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    if (event.target.tagName === 'SELECT') return;
    // Enter on a button presses it.
    if (event.key === 'Enter' && ['BUTTON', 'SUMMARY'].includes(event.target.tagName)) return;
    const found = keys.find(([all]) => all.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found[2](event.key);
  });
}
