/**
 * Goes through the steps of a folder. Text of a script for k6, which has ECMAScript without `URL`, `TextEncoder` and `Intl`, its own
 * modules, and `crypto.subtle`. `test/core/k6-script.test.ts` runs it in such an environment.
 */
export const K6_STEPS = String.raw`
async function runAll(scope, steps, names) {
  for (const step of steps) {
    const all = names.concat(step.name);
    if (step.apart || step.skip !== undefined) continue;
    if (step.flow) {
      scope.run.kept = {};
      renew(scope.run);
    }
    const folders = (step.steps === undefined ? [] : [step.variables]).concat(step.alone ? [] : scope.folders);
    await runTurns(Object.assign({}, scope, { folders }), step, all);
  }
}

async function runTurns(scope, step, names) {
  if (step.each === undefined) return runIfItHolds(scope, step, names);
  await attempt(names, async () => {
    for (const row of rowsOf(scope, step.each))
      await runIfItHolds(Object.assign({}, scope, { rows: [row].concat(scope.rows) }), step, names);
  });
}

// Rows, or one variable with its values.
function rowsOf(scope, each) {
  const all = filled(scope, each);
  if (Array.isArray(all)) return all.filter(isObject);
  const [name] = Object.keys(isObject(all) ? all : {});
  if (name === undefined || !Array.isArray(all[name])) throw new Error('The values of ' + name + ' are not a list.');
  return all[name].map((value) => ({ [name]: value }));
}

// Leaves out what has a condition that does not hold.
async function runIfItHolds(scope, step, names) {
  for (const { variable, must } of step.when || [])
    if (!holds(filledMust(scope, must), valueIfAny(scope, variable))) return;
  if (step.steps === undefined) await runStep(scope, step, names);
  else await runAll(scope, step.steps, names);
}

function valueIfAny(scope, name) {
  try {
    return { is: valueOf(scope, name) };
  } catch (error) {
    return null;
  }
}

async function runStep(scope, step, names) {
  await attempt(names, async () => {
    if (step.include !== undefined) {
      if (scope.depth > 16) throw new Error('Flows include each other without end.');
      const { variables, steps } = folderAt(COLLECTION, step.include.flow, []);
      const given = filled(scope, step.include.variables || {});
      const changed = { given: [given].concat(scope.given), folders: variables, depth: scope.depth + 1 };
      return runAll(Object.assign({}, scope, changed), steps, names);
    }
    if ((step.sca !== undefined || step.control !== undefined) && CONTROL === null)
      return console.warn(labelOf(names) + ': skipped, because TPP_CONTROL_URL is not set.');
    const expect = step.expect || [];
    const { rounds, between: pause, expect: condition } = step.until || { rounds: 1, expect: [] };
    for (let round = 1; ; round++) {
      // Before anything is sent, because the response may change what a variable is.
      const asked = expect.concat(condition);
      const musts = asked.map((one) => filledMust(scope, one.must));
      const sources = asked.map((one) => filledSource(scope, one.that));
      const kept = (step.keep || []).map((one) => filledSource(scope, one.from));
      const outcome = await once(scope, step, names);
      const isTrue = (at) => holds(musts[at], found(sources[at], outcome));
      const isDone = condition.every((_, at) => isTrue(expect.length + at));
      if (!isDone && round < rounds) {
        await between(scope, pause, names);
        continue;
      }
      if (!isDone) report(names, 'holds after ' + rounds + ' rounds', false);
      expect.forEach((one, at) => report(names, one.text, isTrue(at)));
      (step.keep || []).forEach(({ as, pick }, at) => {
        const value = picked(found(kept[at], outcome), pick);
        if (value === null) report(names, 'keeps ' + as, false);
        else scope.run.kept[as] = value.is;
      });
      return;
    }
  });
}

// One round of a step: what it has brought.
async function once(scope, step, names) {
  if (step.request !== undefined) return send(scope, step.request, names);
  if (step.sca !== undefined) return decide(scope, step.sca, names);
  if (step.control !== undefined) return control(scope, step.control, names);
  if (step.session !== undefined) carry(scope.run, filledText(scope, step.session));
  else sleep(step.pause / 1000);
  return { response: null, redirect: null };
}

async function between(scope, what, names) {
  if (what.pause !== undefined) return sleep(what.pause / 1000);
  const { response } = await control(scope, what, names);
  if (response.status >= 400) throw new Error('The control listener refuses: ' + response.body);
}

// A step that cannot do what it says is a failed check, and the next one runs.
async function attempt(names, work) {
  try {
    await work();
  } catch (error) {
    report(names, 'runs', false);
    console.error(labelOf(names) + ': ' + (error.message || error));
  }
}

function report(names, text, isTrue) {
  check(null, { [labelOf(names) + ': ' + text.replace(/::+/g, ':')]: () => isTrue });
}

// k6 separates groups by two colons.
function labelOf(names) {
  return names.join(' / ').replace(/::+/g, ':');
}

// A folder with the variables of those around it, innermost first.
function folderAt(folder, path, around) {
  const variables = [folder.variables].concat(folder.alone ? [] : around);
  if (folder.path === path) return { variables, steps: folder.steps };
  for (const one of folder.steps) {
    const deeper = one.steps === undefined ? null : folderAt(one, path, variables);
    if (deeper !== null) return deeper;
  }
  return null;
}
`;
