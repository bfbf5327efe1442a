// A client that resumes gets only what happens from then on.
import { patchSource } from '../patch-source.ts'

patchSource('live/hub.ts', `after: follower.caught_up_to,`, `after: until,`)
