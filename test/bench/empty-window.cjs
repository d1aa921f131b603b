// The measure of a start: an Electron window with nothing in it.
const { app, BrowserWindow } = require('electron');

async function start() {
  await app.whenReady();
  await new BrowserWindow({ width: 1440, height: 900 }).loadURL('data:text/html,<h1>Empty</h1>');
}

app.on('window-all-closed', () => app.quit());
void start();
