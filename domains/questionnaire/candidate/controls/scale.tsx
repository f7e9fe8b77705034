import type { ReactNode } from 'react'

interface ScaleProps {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Said at both ends: 非常不满意, 非常满意. */
  readonly lowLabel?: string
  readonly highLabel?: string
  readonly value: number | undefined
  readonly hasStars?: boolean
  readonly onChange: (value: number) => void
}

/** A row of numbers to choose one of: ratings and recommendations. */
export function Scale({
  name,
  from,
  to,
  lowLabel = '',
  highLabel = '',
  value,
  hasStars = false,
  onChange,
}: ScaleProps): ReactNode {
  const points = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <div className="qn-scale">
      <div className="qn-scale-points">
        {points.map((point) => (
          <label key={point} className={hasStars ? 'qn-point qn-star' : 'qn-point'}>
            <input type="radio" name={name} checked={value === point} onChange={() => onChange(point)} />
            {hasStars ? (
              <>
                <span className={value !== undefined && point <= value ? 'qn-star-on' : ''} aria-hidden="true">
                  {value !== undefined && point <= value ? '★' : '☆'}
                </span>
                <span className="qn-star-number">{point} 分</span>
              </>
            ) : (
              <span>{point}</span>
            )}
          </label>
        ))}
      </div>
      {(lowLabel || highLabel) && (
        <p className="qn-scale-ends">
          <span>{lowLabel}</span>
          <span>{highLabel}</span>
        </p>
      )}
    </div>
  )
}

interface SliderProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly from: number
  readonly to: number
  readonly step: number
  readonly lowLabel: string
  readonly highLabel: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

/** Untouched it has no value: a thumb that stands somewhere by itself is nobody's answer. */
export function Slider({
  id,
  describedBy,
  isInvalid,
  from,
  to,
  step,
  lowLabel,
  highLabel,
  value,
  onChange,
}: SliderProps): ReactNode {
  const middle = from + Math.round((to - from) / 2 / step) * step
  return (
    <div className="qn-slider">
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={step}
        value={value ?? middle}
        className={value === undefined ? 'qn-untouched' : ''}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        aria-valuetext={value === undefined ? '未作答' : String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
        // A press on the place where the thumb already stands changes nothing, and is an answer all the same.
        onClick={({ currentTarget }) => value === undefined && onChange(Number(currentTarget.value))}
        onKeyDown={(event) => event.key === 'Enter' && value === undefined && onChange(middle)}
      />
      <p className="qn-slider-words">
        <span>
          {from} {lowLabel}
        </span>
        <output htmlFor={id}>{value === undefined ? '拖动滑块作答' : value}</output>
        <span>
          {to} {highLabel}
        </span>
      </p>
    </div>
  )
}
