import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes. If they came last, one core would have nothing to do meanwhile. */
const SLOW =
  /\/(fuzz|torture|pages|routes|faults|keyed-requests|rate-limits|rolling-restart|patroni|webhook-deliveries|import|backup|growth|starting|watch|starcatch)\.test\.ts$/

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
