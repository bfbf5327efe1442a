import type { Migration } from './migration.ts'

/**
 * Groups whose names have a Turkish i are found with and without its dot. The words from before stay, so that a process of
 * the previous version finds them too.
 */
export const turkishGroupWords: Migration = {
  name: '0015-turkish-group-words',
  sql: `
insert into group_words (group_id, game_id, word)
select group_id, game_id, replace(replace(word, 'i\u0307', 'i'), 'ı', 'i') from group_words
 where word like '%i\u0307%' or word like '%ı%'
    on conflict do nothing;
`,
}
