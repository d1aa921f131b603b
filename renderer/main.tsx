/** The renderer's first file. */
import { createRoot } from 'react-dom/client';
import { App, start } from './app.tsx';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './ui/form.css';
import './shell/frame/frame.css';
import './places/first-start/first-start.css';
import './places/requests/requests.css';
import './parts/answer/response.css';
import './parts/sca/sca.css';
import './places/history/history.css';
import './places/certificates/certificates.css';
import './places/environments/environments.css';
import './parts/vault/vault.css';
import './places/bank/bank.css';
import './shell/palette/palette.css';
import './shell/toasts/toasts.css';
import './ui/zoomed.css';

const root = document.getElementById('root');
if (root) {
  start();
  createRoot(root).render(<App />);
}
