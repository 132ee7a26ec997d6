import { render } from 'preact';
import { App } from './view/app.js';

/** A page that a service serves belongs to that service: its address is where the page lies. */
const ownService =
  document.documentElement.dataset['service'] === 'own'
    ? new URL('.', location.href).href.replace(/\/$/, '')
    : null;

render(<App ownService={ownService} />, document.body);
