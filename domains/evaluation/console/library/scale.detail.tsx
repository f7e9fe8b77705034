import {
  ActionButton,
  CodeTag,
  DetailPage,
  EmptyState,
  ToneTag,
  useAction,
  useCall,
  useMay,
  useUnsavedGuard,
  whenShown,
} from '@kaopei/web'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { scaleKind, scaleStatus } from '../../contract/codes.ts'
import { definitionFaults } from '../../contract/rules/definition-faults.ts'
import { type ScaleDetail, scale } from '../../contract/scale.ts'
import '../evaluation.css'
import { libraryPath } from '../paths.ts'
import type { EditedScale, TabProps } from './edited-scale.ts'
import { FactsTab } from './facts.tab.tsx'
import { ScaleActions } from './library.list.tsx'

// The tabs behind the first come when they are opened.
const ItemsTab = whenShown<TabProps>(() => import('./items.tab.tsx').then((tab) => ({ default: tab.ItemsTab })))
const DimensionsTab = whenShown<TabProps>(() => import('./dimensions.tab.tsx').then((tab) => ({ default: tab.DimensionsTab })))
const NormsTab = whenShown<TabProps>(() => import('./norms.tab.tsx').then((tab) => ({ default: tab.NormsTab })))
const BandsTab = whenShown<TabProps>(() => import('./bands.tab.tsx').then((tab) => ({ default: tab.BandsTab })))
const SkillsTab = whenShown<TabProps>(() => import('./skills.tab.tsx').then((tab) => ({ default: tab.SkillsTab })))

/** /application/testCenter/evaluationLibraryDetail?id=…: a scale with all that it is made of. */
export default function ScaleDetailPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从测评库中打开量表" action={<Link to={libraryPath}>测评库</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(scale.get, { id })
  const [edited, setEdited] = useState<EditedScale>()
  const navigate = useNavigate()
  const mayEdit = useMay(scale.save)
  const save = useAction(scale.save, { successText: '保存成功' })
  useUnsavedGuard(() => edited !== undefined)
  const change = (from: ScaleDetail) => (part: Partial<EditedScale>) => setEdited({ ...editedOf(edited ?? from), ...part })
  const store = async (detail: ScaleDetail) => {
    if (!edited) return
    const done = await save.run({ id, version: detail.version, ...edited })
    if (done.ok) setEdited(undefined)
  }
  const tab = (Part: typeof FactsTab) => (detail: ScaleDetail) => (
    <>
      <Faults detail={detail} edited={edited} />
      <Part
        detail={detail}
        edited={edited ?? editedOf(detail)}
        isLocked={!mayEdit}
        change={change(detail)}
        isChanged={edited !== undefined}
      />
    </>
  )
  return (
    <DetailPage
      of={asked}
      head={(detail) => ({
        title: detail.name,
        back: () => void navigate(libraryPath),
        tags: (
          <>
            <CodeTag codes={scaleStatus} value={detail.status} />
            <CodeTag codes={scaleKind} value={detail.kind} />
            <ToneTag tone="neutral">{`第 ${detail.versionNumber} 版${detail.hasDraft ? '（未发布）' : ''}`}</ToneTag>
          </>
        ),
        extra: (
          <>
            <ScaleActions row={{ ...detail, appointmentCount: 1 }} isOpen />
            {edited && <Button onClick={() => setEdited(undefined)}>放弃修改</Button>}
            {mayEdit && (
              <Button type="primary" disabled={!edited} loading={save.isRunning} onClick={() => void store(detail)}>
                保 存
              </Button>
            )}
            {detail.hasDraft && !edited && (
              <ActionButton
                type="primary"
                endpoint={scale.publish}
                input={{ id, version: detail.version }}
                confirm={`发布后第 ${detail.versionNumber} 版不再改变，新的测评使用这一版；进行中的测评不受影响。确定发布吗？`}
                successText="发布成功"
                refreshes={[scale.get]}
              >
                发布
              </ActionButton>
            )}
          </>
        ),
      })}
      tabs={[
        { key: 'facts', label: '基本信息', content: tab(FactsTab) },
        { key: 'items', label: '题目与选项', content: tab(ItemsTab) },
        { key: 'dimensions', label: '维度与分面', content: tab(DimensionsTab) },
        { key: 'norms', label: '常模', content: tab(NormsTab) },
        { key: 'bands', label: '解释', content: tab(BandsTab) },
        { key: 'skills', label: '技能', content: tab(SkillsTab) },
      ]}
    />
  )
}

function editedOf({ name, kind, information, licence, source, retentionMonths, skillMap, definition }: EditedScale): EditedScale {
  return { name, kind, information, licence, source, retentionMonths, skillMap, definition }
}

/** What keeps it from being published, as it stands on the screen. */
function Faults({ detail, edited }: { readonly detail: ScaleDetail; readonly edited: EditedScale | undefined }): ReactNode {
  const shown = edited ?? detail
  const faults = definitionFaults(shown, shown.definition)
  const [first] = faults
  if (!first || (!detail.hasDraft && !edited)) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="kp-ev-notice"
      title={`还不能发布：${first.message}${faults.length > 1 ? `；另有 ${faults.length - 1} 处` : ''}`}
    />
  )
}
