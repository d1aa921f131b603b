/** This window among those of the workbench. */
/** Its id in the desktop, where each window has tabs of its own. Null in a browser, where each shows those of all. */
export const OWN_WINDOW = new URLSearchParams(window.location.search).get('window');
