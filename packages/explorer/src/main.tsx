import { options, render } from 'preact';
import { App } from './view/app.js';

/** A page that a service serves belongs to that service: its address is where the page lies. */
const ownService =
  document.documentElement.dataset['service'] === 'own'
    ? new URL('.', location.href).href.replace(/\/$/, '')
    : null;

// A change is drawn in a task of its own: requests that it leads to are sent before.
const { port1, port2 } = new MessageChannel();
options.debounceRendering = (draw) => {
  port1.onmessage = draw;
  port2.postMessage(null);
};

/** A page with an index file beside it shows that organization, from any web space. */
const demo = document.documentElement.dataset['index'] ?? null;

render(<App ownService={ownService} demo={demo} />, document.body);
