/** Reads that a component can do without. */
import { useEffect, useState } from 'react';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { host } from '../host.ts';

/** @param version reads again when it changes @returns null until a read has succeeded */
export function useOutput<M extends MethodName>(
  method: M,
  input: Input<M>,
  version?: number,
): Output<M> | null {
  const [output, setOutput] = useState<Output<M> | null>(null);
  const json = JSON.stringify(input);
  useEffect(() => {
    let isGone = false;
    host.call(method, JSON.parse(json) as Input<M>).then(
      (read) => {
        if (!isGone) setOutput(read);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [method, json, version]);
  return output;
}
