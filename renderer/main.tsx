/** The entry of the renderer. */
import './ui/tokens.css';
import './ui/base.css';
import './ui/fonts.css';
import { createRoot } from 'react-dom/client';
import { App, start } from './app.tsx';
import { PresenterView } from './parts/demonstrations/presenter-view.tsx';
import { showCutText } from './ui/tooltips.ts';

showCutText(document);
const root = document.getElementById('root');
// The presenter's page has no tabs and no views, so it loads none.
if (root && window.location.hash === '#presenter') createRoot(root).render(<PresenterView />);
else if (root) {
  start();
  createRoot(root).render(<App />);
}
