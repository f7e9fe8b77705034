import { useMay } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { sourceKinds } from '../../contract/codes.ts'
import type { EvidencePiece } from '../../contract/person.ts'
import { isSourceKind } from '../../contract/words.ts'

interface Props {
  readonly piece: EvidencePiece
  readonly person: { readonly staffId: string; readonly name: string }
}

interface Page {
  readonly label: string
  /** Of the page itself, which looks again at what may be seen. */
  readonly right: string
  readonly to: (of: Props) => string | undefined
}

const query = (path: string, of: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(of)}`

/** Pages of other rooms, some of them above; a superior's verdict has none. */
const pages: Readonly<Partial<Record<keyof typeof sourceKinds, Page>>> = {
  exam: {
    ...{ label: '查看答卷', right: 'examManage:results' },
    to: ({ piece: { facts, sourceId }, person: { staffId } }) =>
      facts.examId &&
      query('/application/ote/userDetail', { examId: facts.examId, staffId, attemptId: facts.attemptId ?? sourceId }),
  },
  practice: {
    ...{ label: '查看练习情况', right: 'practiceManage:view' },
    to: () => '/application/ote/practiceManage/weakPoints',
  },
  course: {
    ...{ label: '查看课程', right: 'courseManager:view' },
    to: ({ piece }) => query('/createCourseInfo/courseBaseInfo', { id: piece.sourceId }),
  },
  project: {
    ...{ label: '查看项目', right: 'projectCenter:view' },
    to: ({ piece }) => query('/projectInfo/projectDetail', { id: piece.sourceId }),
  },
  evaluation: {
    ...{ label: '查看测评报告', right: 'testResult:view' },
    to: ({ piece }) =>
      query('/application/testCenter/evaluationResult', { evaluationResultId: piece.facts.resultId ?? piece.sourceId }),
  },
  certificate: {
    ...{ label: '查看证书', right: 'certificateIssued:view' },
    to: ({ person }) => query('/application/ote/certificateManage/issued', { keyWords: person.name }),
  },
}

/** Where a piece of evidence can be looked at, for whoever may. */
export function SourceLink(of: Props): ReactNode {
  const page = isSourceKind(of.piece.sourceKind) ? pages[of.piece.sourceKind] : undefined
  const may = useMay(page?.right ?? '')
  const to = page?.to(of)
  return page && may && to ? <Link to={to}>{page.label}</Link> : null
}
