import { Button, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'

/** Several lines at once: one to a line, as they are copied from elsewhere. */
export function ManyLines({ label, onAdd }: { readonly label: string; readonly onAdd: (texts: string[]) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const texts = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const close = () => {
    setOpen(false)
    setText('')
  }
  return (
    <>
      <Button size="small" type="link" onClick={() => setOpen(true)}>
        批量添加
      </Button>
      <Modal
        open={isOpen}
        title={`批量添加${label}`}
        okText="确 定"
        cancelText="取 消"
        okButtonProps={{ disabled: texts.length === 0 }}
        onCancel={close}
        onOk={() => {
          onAdd(texts)
          close()
        }}
      >
        <Input.TextArea
          aria-label={`每行一个${label}`}
          rows={10}
          placeholder={`每行一个${label}`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="kp-hint">将添加 {texts.length} 个</p>
      </Modal>
    </>
  )
}
