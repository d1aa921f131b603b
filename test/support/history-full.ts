/** Read first by a program whose disk is to be full for its history (`node --import`). */
import { fillDisk } from './full-disk.ts';

fillDisk('history');
