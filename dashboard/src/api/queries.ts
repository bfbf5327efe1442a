import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { showFailure, showSuccess } from '../components/notify.ts'
import { type Answer, api, type Input, type Operation } from './client.ts'

/** How TanStack Query reads an operation; its key is the operation with its input. */
export const read = <O extends Operation>(operation: O, input: Input<O>) =>
  queryOptions({
    queryKey: [operation, input],
    queryFn: ({ signal }): Promise<Answer<O>> => api(operation, input, { signal }),
  })

interface ReadOptions {
  /** False: not yet, because something it needs is missing. */
  enabled?: boolean
  /** Asks again this often, while the page is looked at. */
  refetchInterval?: number
  /** Shows the previous page of a list until the next one has been read. */
  keepPrevious?: boolean
}

/** Reads an operation and keeps it up to date. */
export function useRead<O extends Operation>(
  operation: O,
  input: Input<O>,
  { keepPrevious = false, ...options }: ReadOptions = {},
) {
  return useQuery({
    ...read(operation, input),
    ...options,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

interface ChangeOptions<O extends Operation> {
  /** The notification after it has worked. Without it there is none. */
  done?: string | ((answer: Answer<O>, input: Input<O>) => string)
  onDone?: (answer: Answer<O>, input: Input<O>) => unknown
  /** False: the form shows the failure itself. */
  notifyFailure?: boolean
}

/** Calls an operation that changes something. All that is on the screen is read again afterwards. */
export function useChange<O extends Operation>(
  operation: O,
  { done, onDone, notifyFailure = true }: ChangeOptions<O> = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<O>): Promise<Answer<O>> => api(operation, input),
    onSuccess: async (answer, input) => {
      if (done) showSuccess(typeof done === 'string' ? done : done(answer, input))
      await onDone?.(answer, input)
      await client.invalidateQueries()
    },
    onError: (error) => {
      if (notifyFailure) showFailure(error)
    },
  })
}
