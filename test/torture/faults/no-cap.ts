// A group takes in whoever comes.
import { plant } from '../plant.ts'

plant(
  'features/social/group-connections/queries.ts',
  `where id = :group_id and member_count < max_group_size`,
  `where id = :group_id`,
)
