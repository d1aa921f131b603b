/** A class: a bank for each trainee. */
import { GraduationCap } from 'lucide-react';
import { readClassLink } from '../../../shared/contract/class.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useClass, useJoin } from '../../state/class.ts';
import { command, type Place } from '../../state/place.ts';
import { ClassPlace } from './class-place.tsx';

const t = texts.class;

export const classPlace: Place = {
  id: 'class',
  label: t.name,
  more: t.isFor,
  Icon: GraduationCap,
  View: ClassPlace,
  commandsFor: (text) => {
    const link = readClassLink(text);
    return link === null
      ? []
      : [command(t.name, t.join.command(link.name), () => void useJoin.getState().ask(text.trim()))];
  },
  start: () => void useClass.getState().load(),
};
