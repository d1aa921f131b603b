/** The heading of a group in the tree of operations. */
import styles from './branch.module.css';

export function Branch({ level, title }: { level: 2 | 3; title: string }) {
  const Heading = `h${level}` as const;
  return <Heading className={styles.branch}>{title}</Heading>;
}
