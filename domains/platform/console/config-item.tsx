import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { ActionButton, formatInstant, RightButton, toast, useAction, useUnsavedGuard } from '@kaopei/web'
import { AutoComplete, Button, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { type PartnerConfigItem, type PartnerConfigKey, partnerConfig } from '../contract/partner-config.ts'

interface Props {
  /** Without one a new item is being written. */
  readonly item?: PartnerConfigItem
  /** What it may be an item of. */
  readonly keys: readonly PartnerConfigKey[]
  readonly whose: { readonly partnerId?: string }
  readonly onClose?: () => void
}

/** One item: read until the pencil is clicked; 确认 saves, 取消 takes back what was typed, or the whole item when it is new. */
export function ConfigItem({ item, keys, whose, onClose }: Props): ReactNode {
  const [isEditing, setEditing] = useState(item === undefined)
  const close = () => {
    setEditing(false)
    onClose?.()
  }
  if (isEditing) return <Editing keys={keys} whose={whose} onClose={close} {...(item && { item })} />
  if (!item) return null
  const key = keys[0]
  const isEditable = key?.isEditable ?? true
  return (
    <article className="kp-config-item" aria-label={item.title}>
      <div>
        <strong>{item.title}</strong>
        <p>{wordsOf(key, item.value)}</p>
        <span className="kp-hint">
          {item.updatedByName}，{formatInstant(item.updatedAt)}
        </span>
      </div>
      <div>
        <RightButton
          type="text"
          right={partnerConfig.modify}
          icon={<EditOutlined />}
          aria-label={`编辑${item.title}`}
          disabled={!isEditable}
          onClick={() => setEditing(true)}
        />
        <ActionButton
          type="text"
          danger
          endpoint={partnerConfig.delete}
          icon={<DeleteOutlined />}
          aria-label={`删除${item.title}`}
          disabled={!isEditable}
          input={{ name: item.name, ...whose }}
          confirm={{ title: '提示', content: '是否要删除该配置？', isDangerous: true }}
          successText="删除成功"
          failText="操作失败"
        />
      </div>
    </article>
  )
}

function Editing({ item, keys, whose, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const ids = { name: useId(), value: useId() }
  const [name, setName] = useState(item?.name)
  const key = keys.find((one) => one.name === name)
  const before = wordsOf(
    keys.find((one) => one.name === item?.name),
    item?.value ?? '',
  )
  const [words, setWords] = useState(before)
  const saving = useAction(partnerConfig.modify, { failText: '操作失败' })
  useUnsavedGuard(() => words !== before)
  const save = async () => {
    const title = key?.title ?? item?.title
    if (!name || !title || words.trim() === '') return toast.warning('请填写完整')
    const value = meantBy(key, words)
    if (value === undefined) return toast.warning(`“${words.trim()}”不在可选范围内，请从列表中选择`)
    const outcome = await saving.run({ name, title, value, ...whose })
    if (outcome.ok) onClose()
  }
  return (
    <article className="kp-config-item kp-config-editing" aria-label={item ? `编辑${item.title}` : '新增配置'}>
      <div className="kp-config-fields">
        <label htmlFor={ids.name}>配置属性</label>
        <Select
          id={ids.name}
          placeholder="请选择配置属性"
          value={name ?? null}
          disabled={item !== undefined}
          options={keys.map((one) => ({ value: one.name, label: one.title }))}
          onChange={(chosen) => {
            setName(chosen)
            setWords('')
          }}
        />
        <label htmlFor={ids.value}>配置描述</label>
        <AutoComplete id={ids.value} value={words} options={choicesOf(key, words)} onChange={setWords}>
          <Input.TextArea
            placeholder={key && key.options.length > 0 ? '请选择或输入配置描述' : '请输入配置描述'}
            {...(key && key.options.length === 0 && { maxLength: key.longest, showCount: true })}
            autoSize={{ minRows: 2, maxRows: 6 }}
          />
        </AutoComplete>
        {key && <span className="kp-hint">{key.descript}</span>}
      </div>
      <div>
        <Button type="primary" loading={saving.isRunning} onClick={() => void save()}>
          确认
        </Button>
        <Button disabled={saving.isRunning} onClick={onClose}>
          取消
        </Button>
      </div>
    </article>
  )
}

/** How a value is called: a key with fixed values has words for each. */
function wordsOf(key: PartnerConfigKey | undefined, value: string): string {
  return key?.options.find((option) => option.value === value)?.label ?? value
}

/** What the typed or chosen words stand for; undefined when the key has fixed values and this is none of them. */
function meantBy(key: PartnerConfigKey | undefined, words: string): string | undefined {
  if (!key || key.options.length === 0) return words
  const wanted = words.trim()
  return key.options.find(({ value, label }) => label === wanted || value === wanted)?.value
}

/** All of a key's values while one of them stands there, else those that what is typed may mean. */
function choicesOf(key: PartnerConfigKey | undefined, words: string): { value: string }[] {
  if (!key) return []
  const isChosen = meantBy(key, words) !== undefined
  const typed = words.trim().toLowerCase()
  const fitting = key.options.filter(({ value, label }) => isChosen || `${label} ${value}`.toLowerCase().includes(typed))
  return fitting.map(({ label }) => ({ value: label }))
}
