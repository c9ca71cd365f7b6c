package dev.latchkey.app.demo.history;

import java.awt.image.BufferedImage;

/** A logo of the sample data: a shape of one color on a ground of another. */
record LogoDrawing(Shape shape, int ground, int color) {
  private static final int SIDE = 512;

  /** Each is drawn in a square from -1 to 1. */
  enum Shape {
    DIAMOND {
      @Override
      boolean has(double x, double y) {
        double distance = Math.abs(x) + Math.abs(y);
        return distance < 0.62 && distance > 0.24;
      }
    },
    BARS {
      @Override
      boolean has(double x, double y) {
        double height = x < -0.2 ? 0.1 : x < 0.2 ? 0.75 : 0.4;
        double inBar = Math.abs(Math.abs(x) < 0.2 ? x : Math.abs(x) - 0.4);
        return inBar < 0.14 && y < 0.5 && y > 0.5 - 0.25 - height;
      }
    },
    RING {
      @Override
      boolean has(double x, double y) {
        double radius = Math.hypot(x, y);
        return (radius > 0.38 && radius < 0.58) || radius < 0.16;
      }
    },
    STEPS {
      @Override
      boolean has(double x, double y) {
        return Math.abs(x) < 0.54
            && Math.abs(y) < 0.54
            && Math.floor((x + 0.54) / 0.36) >= Math.floor((0.54 - y) / 0.36);
      }
    },
    DROP {
      @Override
      boolean has(double x, double y) {
        return Math.hypot(x, y - 0.14) < 0.42
            || (y < 0.1 && y > -0.62 && Math.abs(x) < (y + 0.62) / 1.8);
      }
    },
    GRID {
      @Override
      boolean has(double x, double y) {
        return inCell(x) && inCell(y);
      }

      private boolean inCell(double at) {
        return Math.abs(Math.abs(at) - 0.3) < 0.22;
      }
    },
    CLOCK {
      @Override
      boolean has(double x, double y) {
        double radius = Math.hypot(x, y);
        boolean isHand =
            (Math.abs(x) < 0.06 && y < 0.06 && y > -0.38)
                || (Math.abs(y) < 0.06 && x > -0.06 && x < 0.3);
        return (radius > 0.52 && radius < 0.64) || isHand;
      }
    },
    TRIANGLE {
      @Override
      boolean has(double x, double y) {
        return y < 0.44 && Math.abs(x) < (y + 0.6) / 1.7;
      }
    },
    CRESCENT {
      @Override
      boolean has(double x, double y) {
        return Math.hypot(x, y) < 0.6 && Math.hypot(x - 0.26, y + 0.14) > 0.5;
      }
    };

    abstract boolean has(double x, double y);
  }

  BufferedImage image() {
    var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int row = i / SIDE;
      double x = 2.0 * (i % SIDE) / SIDE - 1;
      double y = 2.0 * row / SIDE - 1;
      image.setRGB(i % SIDE, row, shape.has(x, y) ? color : ground);
    }
    return image;
  }
}
