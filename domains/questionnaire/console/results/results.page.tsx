import { CodeTag, DetailPage, DropMenu, EmptyState, ToneTag, useAction, useCall, useMay, whenShown } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import { type QuestionnaireDetail, questionnaire } from '../../contract/questionnaire.ts'
import { questionnaireResults } from '../../contract/results.ts'
import { detailPath, listPath } from '../paths.ts'
import { Unopened } from '../unopened.tsx'
import { type Filtering, noFilter, type WishedFilter } from './wished-filter.ts'

interface TabProps {
  readonly detail: QuestionnaireDetail
}
const Statistics = whenShown<Filtering>(() => import('./statistics.tsx'))
const CrossTable = whenShown<Filtering>(() => import('./cross-table.tsx'))
const Texts = whenShown<TabProps>(() => import('./texts.tsx'))
const Sheets = whenShown<TabProps>(() => import('./sheets.tsx'))

/** /application/ote/questionnaireDataDetail?id=…: what came of a questionnaire. */
export default function ResultsPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从问卷管理中打开问卷的结果" action={<Link to={listPath}>问卷管理</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  const asked = useCall(questionnaire.get, { id })
  const [filter, setFilter] = useState<WishedFilter>(noFilter)
  return (
    <DetailPage
      of={asked}
      head={(detail) => ({
        title: `问卷结果：${detail.name}`,
        back: () => void navigate(listPath),
        tags: (
          <>
            <CodeTag codes={questionnaireStatus} value={detail.status} />
            <ToneTag tone={detail.isAnonymous ? 'active' : 'neutral'}>{detail.isAnonymous ? '匿名' : '记名'}</ToneTag>
            <ToneTag tone="neutral">{audienceMode.label(detail.audienceMode)}</ToneTag>
          </>
        ),
        extra: (
          <>
            <Button onClick={() => void navigate(detailPath(id))}>查看问卷</Button>
            <Export id={id} filter={detail.isAnonymous ? noFilter : filter} />
          </>
        ),
      })}
      tabs={[
        {
          key: 'figures',
          label: '统计',
          content: (detail) => (
            <>
              <Unopened detail={detail} />
              <Statistics {...{ detail, filter }} onFilter={setFilter} />
            </>
          ),
        },
        { key: 'cross', label: '交叉分析', content: (detail) => <CrossTable {...{ detail, filter }} onFilter={setFilter} /> },
        { key: 'texts', label: '文字答案', content: (detail) => <Texts detail={detail} /> },
        { key: 'sheets', label: '单份答卷', content: (detail) => <Sheets detail={detail} /> },
      ]}
    />
  )
}

interface ExportProps {
  readonly id: string
  readonly filter: WishedFilter
}

const exportForms = [
  { key: 'words', label: '选项文字' },
  { key: 'codes', label: '选项编码（1、2、3…）' },
] as const

/** Every sheet or, where the figures are filtered, those that they are of. */
function Export({ id, filter }: ExportProps): ReactNode {
  const mayExport = useMay(questionnaireResults.export)
  const start = useAction(questionnaireResults.export, { successText: '已开始导出，请到下载中心查看' })
  if (!mayExport) return null
  const isFiltered = Object.values(filter).some((wish) => wish !== undefined && wish.length > 0)
  const whole = exportForms.map(({ key, label }) => ({ key, label: `导出${isFiltered ? '全部：' : ''}${label}` }))
  const found = exportForms.map(({ key, label }) => ({ key: `found ${key}`, label: `导出筛选出的：${label}` }))
  return (
    <DropMenu
      menu={{
        items: isFiltered ? [...found, ...whole] : whole,
        onClick: ({ key }) => void start.run({ id, isCoded: key.endsWith('codes'), ...(key.startsWith('found ') && filter) }),
      }}
    >
      <Button loading={start.isRunning}>导出</Button>
    </DropMenu>
  )
}
