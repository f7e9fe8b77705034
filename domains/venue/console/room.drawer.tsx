import { formFor } from '@kaopei/web'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { type RoomRow, room } from '../contract/room.ts'

const { Field, FormDrawer } = formFor([room.create, room.modify])
const { Field: NewField } = formFor(room.create)

interface NewRoomProps {
  readonly onClose: () => void
  /** With its id: its seats come next. */
  readonly onMade: (id: string) => void
}

export function NewRoom({ onClose, onMade }: NewRoomProps): ReactNode {
  return (
    <FormDrawer
      open
      title="新建考场"
      width={560}
      endpoint={room.create}
      successText="新建成功"
      initialValues={{ rowCount: 6, columnCount: 8, addressRanges: [], equipment: [] }}
      onClose={onClose}
      onSaved={({ id }) => onMade(id)}
    >
      <Facts />
      <NewField name="rowCount" label="排数" extra="先按排数和每排座位数生成座位图，之后可逐个调整">
        <InputNumber min={1} max={40} precision={0} suffix="排" style={{ width: 160 }} />
      </NewField>
      <NewField name="columnCount" label="每排座位数">
        <InputNumber min={1} max={40} precision={0} suffix="个" style={{ width: 160 }} />
      </NewField>
    </FormDrawer>
  )
}

interface RoomFactsProps {
  readonly row: RoomRow
  readonly onClose: () => void
}

export function RoomFacts({ row, onClose }: RoomFactsProps): ReactNode {
  const { id, version, roomName, campus, building, number, addressRanges, equipment, openingHours } = row
  return (
    <FormDrawer
      open
      title="编辑考场"
      width={560}
      endpoint={room.modify}
      successText="修改成功"
      initialValues={{ id, version, roomName, campus, building, number, addressRanges, equipment, openingHours }}
      onClose={onClose}
    >
      <Facts />
    </FormDrawer>
  )
}

function Facts(): ReactNode {
  return (
    <>
      <Field name="roomName" label="考场名称">
        <Input maxLength={50} placeholder="例如：第 1 考场" />
      </Field>
      <Field name="campus" label="校区" required={false}>
        <Input maxLength={50} />
      </Field>
      <Field name="building" label="楼栋" required={false}>
        <Input maxLength={50} />
      </Field>
      <Field name="number" label="房间号" required={false}>
        <Input maxLength={50} />
      </Field>
      <Field name="addressRanges" label="网段" required={false} extra="考场内电脑的网段，例如 10.1.2.0/24，输入后回车">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，', ';']} placeholder="可填多个" />
      </Field>
      <Field name="equipment" label="设备" required={false} extra="例如电脑、监控、听力设备，输入后回车；选择考场时可按设备查找">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['、', ',', '，', ';']} placeholder="可填多个" />
      </Field>
      <Field name="openingHours" label="开放时间" required={false} extra="考试时间超出开放时间时会提醒；不填为不限">
        <Input maxLength={200} placeholder="例如：周一至周五 08:00–18:00；周六 09:00–12:00" />
      </Field>
    </>
  )
}
