// A group accepts members beyond its maximum size.
import { patchSource } from '../patch-source.ts'

patchSource(
  'features/social/group-connections/queries.ts',
  `where id = :group_id and member_count < max_group_size`,
  `where id = :group_id`,
)
