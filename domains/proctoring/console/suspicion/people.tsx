import type { OutputOf } from '@kaopei/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { suspicion } from '../../contract/suspicion/suspicion.ts'
import { casePath } from '../verdicts/paths.ts'

export type Pair = OutputOf<typeof suspicion.get>['pairs'][number]
export type Person = Pair['one']

/** Each leads to what is known and decided of them. */
export function People({ people }: { readonly people: readonly Person[] }): ReactNode {
  return people.map(({ examinationResultId, staffName, seat }, index) => (
    <span key={examinationResultId}>
      {index > 0 && '、'}
      <Link to={casePath(examinationResultId)} title={seat ?? undefined}>
        {staffName}
      </Link>
    </span>
  ))
}
