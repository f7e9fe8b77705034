import type { ScaleBand } from '../../../contract/definition.ts'

interface Worded {
  readonly id: string
  readonly low: string
  readonly middle: string
  readonly high: string
}

/** Low, middle and high of each dimension on a scale of 1 to 5: by percentile where there is a norm, otherwise by the mean. */
export function bandsOf(dimensions: readonly Worded[]): ScaleBand[] {
  return dimensions.flatMap(({ id: dimension, low, middle, high }) => [
    { dimension, by: 'percentile', from: 0, to: 30, label: '较低', text: low },
    { dimension, by: 'percentile', from: 30, to: 70, label: '居中', text: middle },
    { dimension, by: 'percentile', from: 70, to: 100, label: '较高', text: high },
    { dimension, by: 'mean', from: 1, to: 2.5, label: '较低', text: low },
    { dimension, by: 'mean', from: 2.5, to: 3.5, label: '居中', text: middle },
    { dimension, by: 'mean', from: 3.5, to: 5, label: '较高', text: high },
  ])
}
