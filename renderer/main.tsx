/** The renderer's first file. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './ui/form.css';
import './features/frame/frame.css';
import './features/first-start/first-start.css';
import './features/requests/requests.css';
import './features/response/response.css';
import './features/sca/sca.css';
import './features/history/history.css';
import './features/certificates/certificates.css';
import './features/environments/environments.css';
import './features/vault/vault.css';
import './features/bank/bank.css';
import './features/palette/palette.css';
import './features/toasts/toasts.css';
import './ui/zoomed.css';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
