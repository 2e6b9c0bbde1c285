// The page: asks the program for the state of a node, draws it, and turns clicks and keys into the
// next question. The fragment of the address is the path of choices, so that a link leads here.

import { ask } from './api.js';
import { drawLanes, laneBox } from './chart.js';
import { $, el, hideTip, showTip } from './dom.js';
import { listenToKeys } from './keys.js';
import { Net } from './net.js';
import { Choices, drawNodes, drawProperties, drawStep, spaceText, whyContent } from './panels.js';
import { drawSteps } from './steps.js';

let about;
let state;
let net;
let choices;
let queue = Promise.resolve(); // one thing after the other, in the order of clicks and keys
let waiting = 0; // things in the queue

function complain(error) {
  $('problem').textContent = error ? error.message : '';
  $('problem').hidden = !error;
}

/** Shows the state that `what` comes to, if any, after all that was asked for before. */
function then(what) {
  document.body.dataset.waiting = ++waiting;
  queue = queue.then(async () => {
    try {
      const next = await what();
      complain(null);
      if (next) show(next);
    } catch (error) {
      complain(error);
    }
    document.body.dataset.waiting = --waiting;
  });
  return queue;
}

function show(next, keepAddress = false) {
  const kept = state?.path;
  const lanesWidth = laneBox(about.kind).clientWidth; // asked before anything is drawn
  state = next;
  hideTip();
  if (!keepAddress && kept !== state.path) history.pushState(null, '', `#${state.path}`);
  $('depth').textContent = `step ${state.depth}`;
  $('back').disabled = $('to-start').disabled = state.parent === null;
  $('forward').disabled = $('to-end').disabled = state.next === null;
  drawStep(state);
  drawProperties(state);
  drawNodes(state);
  if (net) {
    net.show(state);
    choices.show(state);
  }
  drawSteps(state, go);
  drawLanes(laneBox(about.kind), lanesWidth, state.lanes, state.node, go);
  $('why-panel').hidden = true;
  document.body.dataset.node = state.node;
  document.body.dataset.path = state.path;
}

const go = (node) => then(() => (node === null ? null : ask('state', { node })));
const fire = (choice) => then(() => ask('fire', { node: state.node, choice: choice.choice }));

async function toEnd() {
  let last = state;
  while (last.next !== null) last = await ask('state', { node: last.next });
  return last;
}

/** Several bindings: which one? */
function choose(bindings) {
  if (bindings.length === 1) return fire(bindings[0]);
  const dialog = $('choose');
  dialog.querySelector('h2').textContent =
    `${about.transitions[bindings[0].transition].name}: ${bindings.length} bindings`;
  const list = dialog.querySelector('ul');
  list.replaceChildren(...bindings.map((choice) => el('li', {},
    el('button', { onclick: () => { dialog.close(); fire(choice); } }, choice.binding))));
  dialog.onkeydown = (event) => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    buttons[(at + by + buttons.length) % buttons.length].focus();
  };
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.showModal();
  return null;
}

const why = async (transition) =>
  whyContent(await ask('why', { node: state.node, transition }));

function pin(transition) {
  then(async () => {
    $('why').replaceChildren(...await why(transition));
    $('why-panel').hidden = false;
    $('why-panel').scrollIntoView({ block: 'nearest' });
  });
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    const box = $('copy').getBoundingClientRect();
    showTip(['Copied. It works as long as cpngen runs with this port.'], { x: box.left, y: box.bottom });
    setTimeout(hideTip, 2500);
  } catch {
    complain(new Error('The browser does not let this page copy; the address is the link.'));
  }
}

function branch() {
  const { siblings } = state;
  const at = siblings.indexOf(state.node);
  if (siblings.length > 1) go(siblings[(at + 1) % siblings.length]);
}

async function watchSpace() {
  const space = await ask('space').catch(() => null);
  if (!space) return;
  $('space').textContent = spaceText(space);
  if (space.why) $('space').title = space.why;
  if (space.end === 'running') setTimeout(watchSpace, 500);
}

function describe() {
  $('title').textContent = about.title;
  $('title').title = about.path;
  document.title = `${about.title} – cpngen explore`;
  $('parameters').textContent =
    Object.entries(about.parameters ?? {}).map(([name, value]) => `${name} = ${value}`).join(', ');
  const runs = about.runs ?? [];
  $('runs').hidden = runs.length < 2;
  $('runs').replaceChildren(...runs.map((run) => el('option', { value: run.node },
    `${run.title} (${run.steps} steps)`)));
  $('runs').onchange = (event) => go(+event.target.value);
  document.body.dataset.kind = about.kind;
}

async function start() {
  about = await ask('about');
  describe();
  if (about.kind === 'net') {
    net = new Net(about, { fire: choose, why, pin });
    choices = new Choices(about, fire);
    watchSpace();
  } else {
    for (const id of ['choices-panel', 'tabs-row', 'picture', 'lanes-panel']) $(id).hidden = true;
    $('wide-lanes').hidden = false;
  }
  $('back').onclick = () => go(state.parent);
  $('forward').onclick = () => go(state.next);
  $('to-start').onclick = () => then(() => begin());
  $('to-end').onclick = () => then(toEnd);
  $('copy').onclick = copy;
  $('why-close').onclick = () => { $('why-panel').hidden = true; };
  listenToKeys({
    select: (by) => (choices ? choices.move(by) : go(by > 0 ? state.next : state.parent)),
    take: () => then(() => null).then(() => choices?.take()),
    back: () => then(() => (state.parent === null ? null : ask('state', { node: state.parent }))),
    forward: () => then(() => (state.next === null ? null : ask('state', { node: state.next }))),
    start: () => then(() => begin()),
    end: () => then(toEnd),
    branch,
    module: () => {
      const selected = choices?.shown[choices.selected];
      if (selected) net.openFor(selected.transition);
    },
    why: () => {
      const parts = net?.drawing.transitions ?? [];
      const i = parts.findIndex((part) => part.group === document.activeElement);
      if (i >= 0) pin(net.shownInstance().transitions[i]);
    },
    filter: () => $('filter').focus(),
    tab: (by) => net?.nextTab(by),
    zoom: (key) => net?.zoomBy({ '+': 1.25, '-': 0.8, 0: 0 }[key]),
    copy,
    escape: (typing) => {
      hideTip();
      $('why-panel').hidden = true;
      if (!typing) return;
      $('filter').value = '';
      choices?.draw();
      $('filter').blur();
    },
  });
  addEventListener('popstate', () => then(async () => {
    const path = decodeURIComponent(location.hash.slice(1));
    if (path !== state.path) show(await ask('open', { path }), true);
  }));
  const path = decodeURIComponent(location.hash.slice(1));
  const wanted = path ? await ask('open', { path }).catch((error) => error) : null;
  const failed = wanted instanceof Error;
  show(wanted && !failed ? wanted : await ask('state', { node: about.first }), Boolean(path));
  if (failed) complain(wanted);
}

/** The start of the run that is shown. */
const begin = () =>
  ask('state', { node: about.kind === 'trace' ? state.node - state.depth : 0 });

start().catch(complain);
