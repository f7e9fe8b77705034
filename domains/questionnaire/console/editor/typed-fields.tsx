import { DateInput } from '@kaopei/web'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { ElementOf } from '../../contract/definition.ts'
import { Ends, Optional } from './field-parts.tsx'
import type { KindFieldsProps } from './kind-fields-props.ts'
import { Labelled } from './labelled.tsx'
import { SwitchLine } from './switch-line.tsx'

const formats = [
  { value: 'any', label: '不限' },
  { value: 'phone', label: '电话号码' },
  { value: 'email', label: '邮箱地址' },
] as const

export function TextFields({
  element,
  isFixed,
  prefix,
  change,
}: KindFieldsProps & { readonly element: ElementOf<'text'> }): ReactNode {
  return (
    <>
      <div className="kp-qn-line">
        <Labelled label="格式" htmlFor={`${prefix}-format`}>
          <Select
            id={`${prefix}-format`}
            disabled={isFixed}
            value={element.format}
            options={[...formats]}
            style={{ width: 120 }}
            onChange={(format) => change({ format })}
          />
        </Labelled>
        <Optional
          {...{ prefix, isFixed }}
          name="minLength"
          label="最少字数"
          min={0}
          max={element.maxLength}
          value={element.minLength}
          onChange={(minLength) => change({ minLength: minLength ?? undefined })}
        />
        <Optional
          {...{ prefix, isFixed }}
          name="maxLength"
          label="最多字数"
          min={1}
          max={5000}
          value={element.maxLength}
          onChange={(maxLength) => change({ maxLength: maxLength ?? 1000 })}
        />
      </div>
      <SwitchLine label="多行输入" isOn={element.isLong} isDisabled={isFixed} onChange={(isLong) => change({ isLong })} />
    </>
  )
}

export function NumberFields(props: KindFieldsProps & { readonly element: ElementOf<'number'> }): ReactNode {
  const { element, isFixed, prefix, change } = props
  const bound = (name: 'min' | 'max', label: string) => (
    <Optional
      {...{ prefix, isFixed, name, label }}
      decimals={element.decimals}
      value={element[name]}
      onChange={(value) => change({ [name]: value ?? undefined })}
    />
  )
  return (
    <div className="kp-qn-line">
      {bound('min', '最小值')}
      {bound('max', '最大值')}
      <Labelled label="小数位数" htmlFor={`${prefix}-decimals`}>
        <InputNumber
          id={`${prefix}-decimals`}
          min={0}
          max={6}
          precision={0}
          disabled={isFixed}
          value={element.decimals}
          onChange={(decimals) => change({ decimals: decimals ?? 0 })}
        />
      </Labelled>
      <Labelled label="单位" htmlFor={`${prefix}-unit`}>
        <Input
          id={`${prefix}-unit`}
          maxLength={20}
          style={{ width: 100 }}
          value={element.unit}
          onChange={({ target }) => change({ unit: target.value }, 'unit')}
        />
      </Labelled>
    </div>
  )
}

export function DateFields({
  element,
  isFixed,
  prefix,
  change,
}: KindFieldsProps & { readonly element: ElementOf<'date'> }): ReactNode {
  return (
    <div className="kp-qn-line">
      <Labelled label="不早于" htmlFor={`${prefix}-min`}>
        <DateInput
          id={`${prefix}-min`}
          placeholder="不限"
          disabled={isFixed}
          value={element.min}
          onChange={(min) => change({ min })}
        />
      </Labelled>
      <Labelled label="不晚于" htmlFor={`${prefix}-max`}>
        <DateInput
          id={`${prefix}-max`}
          placeholder="不限"
          disabled={isFixed}
          value={element.max}
          onChange={(max) => change({ max })}
        />
      </Labelled>
    </div>
  )
}

export function SliderFields(props: KindFieldsProps & { readonly element: ElementOf<'slider'> }): ReactNode {
  const { element, isFixed, prefix, change } = props
  const numberOf = (name: 'min' | 'max' | 'step', label: string, fallback: number) => (
    <Labelled label={label} htmlFor={`${prefix}-${name}`}>
      <InputNumber
        id={`${prefix}-${name}`}
        disabled={isFixed}
        value={element[name]}
        onChange={(value) => change({ [name]: value ?? fallback })}
      />
    </Labelled>
  )
  return (
    <>
      <div className="kp-qn-line">
        {numberOf('min', '最小值', 0)}
        {numberOf('max', '最大值', 100)}
        {numberOf('step', '步长', 1)}
      </div>
      <Ends {...{ element, prefix, change }} />
    </>
  )
}
