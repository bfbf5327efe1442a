import { Badge } from '@mantine/core'
import type { GameTask } from '../../api/contract.ts'

const COLORS = { waiting: 'gray', running: 'blue', retry: 'orange', failed: 'red', done: 'green' }
const LABELS = {
  waiting: 'Waiting',
  running: 'Running',
  retry: 'Trying again',
  failed: 'Failed',
  done: 'Done',
}

function stateOf({ state, attempts, problem }: GameTask): keyof typeof LABELS {
  if (state !== 'waiting' || attempts === 0) return state
  return problem === null ? 'running' : 'retry'
}

/** Those that have begun still wait for their end. */
export function TaskState({ task }: { task: GameTask }) {
  const state = stateOf(task)
  return (
    <Badge variant="light" color={COLORS[state]}>
      {LABELS[state]}
    </Badge>
  )
}
