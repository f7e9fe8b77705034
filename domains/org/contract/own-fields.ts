/** What is known of people beyond the roster's columns: fields that every company has, and what kinds of its own it may add (room collect). */
import { type CodeOf, codes } from '@kaopei/contract'

export const customType = codes({
  text: { code: 1, label: '文本' },
  single: { code: 2, label: '单选' },
  multiple: { code: 3, label: '多选' },
})
/** Of what somebody types into a text field. */
export const longestAnswer = 200

export interface Field {
  readonly id: string
  readonly name: string
  readonly customType: CodeOf<typeof customType>
  readonly options: readonly string[]
  /** One that the product has. */
  readonly isStandard: boolean
  readonly isMovable: boolean
  readonly version: number
}

const standard = (id: string, name: string, options: readonly string[] = [], isMovable = true): Field => ({
  id,
  name,
  customType: options.length > 0 ? customType.single : customType.text,
  options,
  isStandard: true,
  isMovable,
  version: 0,
})

/** What every company can ask of outside candidates. Without name and phone nobody can be told apart, so they are always asked for. */
export const standardFields: readonly Field[] = [
  standard('name', '姓名', [], false),
  standard('phone', '手机号', [], false),
  standard('email', '邮箱'),
  standard('gender', '性别', ['男', '女']),
  standard('idCard', '身份证号'),
  standard('company', '工作单位'),
  standard('post', '岗位'),
]

/** These have columns of their own on the person, all others are kept as collected values. */
export const columnsOfPerson: readonly string[] = ['name', 'phone', 'email', 'gender']
