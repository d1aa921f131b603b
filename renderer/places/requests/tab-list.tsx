/** The list of all open tabs, and what closes several of them or brings one back. */
import { texts } from '../../../shared/texts/texts.ts';
import { closeAll, closeOthers, reopen } from '../../state/requests/closing.ts';
import { activate } from '../../state/requests/opening.ts';
import { useRequests } from '../../state/requests/store.ts';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuAction } from '../../ui/menu.tsx';
import textStyles from '../../ui/text.module.css';
import { TabName, useTabHints } from './tab-name.tsx';
import styles from './tab-list.module.css';

const t = texts.requests.tabs;

export function TabList() {
  const tabs = useRequests((state) => state.tabs);
  const activeId = useRequests((state) => state.activeId);
  const canReopen = useRequests((state) => state.gone.length > 0);
  const hints = useTabHints();
  return (
    <Menu label={t.all(tabs.length)}>
      <div className={styles.list}>
        {tabs.map(({ id }) => (
          <MenuAction key={id} isCurrent={id === activeId} onClick={() => activate(id)}>
            <TabName id={id} />
            {hints.has(id) && <span className={classes(styles.hint, textStyles.soft)}>{hints.get(id)}</span>}
          </MenuAction>
        ))}
      </div>
      <hr className={styles.line} />
      <MenuAction disabled={tabs.length < 2} onClick={closeOthers}>
        {t.closeOthers}
      </MenuAction>
      <MenuAction onClick={closeAll}>{t.closeAll}</MenuAction>
      <MenuAction disabled={!canReopen} onClick={reopen}>
        {t.reopen}
      </MenuAction>
    </Menu>
  );
}
