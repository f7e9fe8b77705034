import { DrawerFooter, ErrorState, FocusReturn, formatInstant, useAction, useAskedClose, useCall } from '@kaopei/web'
import { Button, Drawer, Input, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { postText } from '../../contract/post-result.ts'
import type { PostBand, PostTexts } from '../../contract/post-texts.ts'
import '../evaluation.css'

const titles = { knowledge: '通用知识（按得分率）', skill: '专业技能（按得分率）', fit: '人岗匹配（按匹配度）' } as const
type Kind = keyof PostTexts
const kinds: readonly Kind[] = ['knowledge', 'skill', 'fit']

/** The words of reports: a saving is a new version, and what was issued keeps its own. */
export function TextsDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const asked = useCall(postText.get)
  const [edited, setEdited] = useState<PostTexts>()
  const saving = useAction(postText.save, { successText: '已保存为新版本', refreshes: [postText.get] })
  const close = useAskedClose(edited !== undefined, onClose)
  const { data } = asked
  const texts = edited ?? data?.texts
  const save = async () => {
    if (!data || !edited) return
    if ((await saving.run({ number: data.number, texts: edited })).ok) onClose()
  }
  const change = (kind: Kind, bands: readonly PostBand[]) => texts && setEdited({ ...texts, [kind]: bands })
  return (
    <Drawer
      open
      size={720}
      title="报告评语"
      onClose={close}
      footer={
        <DrawerFooter
          okText="保存"
          isOkDisabled={!edited}
          isRunning={saving.isRunning}
          onOk={() => void save()}
          onCancel={close}
        />
      }
    >
      <FocusReturn />
      <p className="kp-hint">
        {data?.number === 0 || !data
          ? '现为系统内置评语。'
          : `现为第 ${data.number} 版，${data.updaterName ?? ''}于 ${data.updateTime ? formatInstant(data.updateTime) : ''} 保存。`}
        保存后只用于之后出具的报告，已出具的报告不变。
      </p>
      {asked.error && !texts && <ErrorState error={asked.error} onRetry={asked.refetch} />}
      {texts &&
        kinds.map((kind) => <Bands key={kind} kind={kind} bands={texts[kind]} onChange={(bands) => change(kind, bands)} />)}
    </Drawer>
  )
}

interface BandsProps {
  readonly kind: Kind
  readonly bands: readonly PostBand[]
  readonly onChange: (bands: readonly PostBand[]) => void
}

function Bands({ kind, bands, onChange }: BandsProps): ReactNode {
  const set = (place: number, part: Partial<PostBand>) =>
    onChange(bands.map((band, at) => (at === place ? { ...band, ...part } : band)))
  return (
    <section className="kp-ev-bands" aria-label={titles[kind]}>
      <h3>{titles[kind]}</h3>
      {bands.map(({ from, label, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band has no identity but its place
        <div className="kp-ev-band" key={`${kind}${place}`}>
          <InputNumber
            aria-label={`${titles[kind]}第 ${place + 1} 档起点`}
            min={0}
            max={100}
            value={from}
            suffix="% 起"
            onChange={(value) => set(place, { from: value ?? 0 })}
          />
          <Input
            aria-label={`${titles[kind]}第 ${place + 1} 档名称`}
            maxLength={20}
            value={label}
            onChange={({ target }) => set(place, { label: target.value })}
          />
          <Button
            type="link"
            danger
            disabled={bands.length === 1}
            aria-label={`删除${titles[kind]}第 ${place + 1} 档`}
            onClick={() => onChange(bands.filter((_, at) => at !== place))}
          >
            删除
          </Button>
          <Input.TextArea
            aria-label={`${titles[kind]}第 ${place + 1} 档评语`}
            autoSize={{ minRows: 2 }}
            maxLength={500}
            value={text}
            onChange={({ target }) => set(place, { text: target.value })}
          />
        </div>
      ))}
      <Button size="small" disabled={bands.length >= 8} onClick={() => onChange([...bands, { from: 100, label: '', text: '' }])}>
        增加一档
      </Button>
    </section>
  )
}
