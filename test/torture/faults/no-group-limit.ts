// A group accepts members beyond its maximum size.
import { plant } from '../patch-source.ts'

plant(
  'features/social/group-connections/queries.ts',
  `where id = :group_id and member_count < max_group_size`,
  `where id = :group_id`,
)
