/** The shapes of the diagram as SVG elements in the colours of the theme. */
import { glyphPath, type Shape } from '../../../shared/flow/drawing.ts';

const FONT = { mono: 'var(--mono)', sans: 'var(--sans)' };

export function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map((shape, at) => <Drawn key={at} shape={shape} />);
}

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.is) {
    case 'line':
      return (
        <line
          x1={shape.x1}
          y1={shape.y1}
          x2={shape.x2}
          y2={shape.y2}
          stroke={`var(--${shape.ink})`}
          strokeWidth={shape.width}
          strokeDasharray={shape.dash ? '5 3' : undefined}
        />
      );
    case 'rect':
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          rx={shape.radius}
          fill={`var(--${shape.fill})`}
          stroke={shape.ink === null ? undefined : `var(--${shape.ink})`}
        />
      );
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontFamily={FONT[shape.font]}
          fontSize={shape.size}
          fontWeight={shape.bold ? 600 : undefined}
          textAnchor={shape.anchor}
          fill={`var(--${shape.ink})`}
          transform={shape.down === true ? `rotate(90 ${shape.x} ${shape.y})` : undefined}
        >
          {shape.text}
        </text>
      );
    case 'glyph': {
      const { d, scale } = glyphPath(shape.name, shape.size);
      return (
        <path
          d={d}
          transform={`translate(${shape.x} ${shape.y}) scale(${scale})`}
          fill="none"
          stroke={`var(--${shape.ink})`}
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      );
    }
    case 'tip':
      return (
        <path d={`M${shape.x} ${shape.y}l${shape.right ? -8 : 8} -4.5v9z`} fill={`var(--${shape.ink})`} />
      );
  }
}
