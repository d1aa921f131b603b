/** The renderer's first file. */
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App, start } from './app.tsx';
import { PresenterView } from './parts/demonstrations/presenter-view.tsx';
import { tellCutText } from './ui/cut-text.ts';

tellCutText(document);
const root = document.getElementById('root');
// The presenter's page has no tabs and no view, so it reads none.
if (root && window.location.hash === '#presenter') createRoot(root).render(<PresenterView />);
else if (root) {
  start();
  createRoot(root).render(<App />);
}
