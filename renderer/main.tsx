/** The renderer's first file. */
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App, start } from './app.tsx';

const root = document.getElementById('root');
if (root) {
  start();
  createRoot(root).render(<App />);
}
