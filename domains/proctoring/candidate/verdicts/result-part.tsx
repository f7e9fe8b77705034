import type { ResultPartProps } from '@kaopei/result/candidate'
import { useLoad } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'

const load = () => import('./told-on-result.tsx')

/** On the page of a result: the verdict on it, what of its recordings is still on this device, and the fingerprint of its record. */
export function ResultPart(props: ResultPartProps): ReactNode {
  const { data } = useLoad(load)
  return data && <data.default {...props} />
}
